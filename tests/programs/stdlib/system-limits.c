// Questions about the system have answers.
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
	struct rlimit limit;
	printf("%ld %d\n", sysconf(_SC_PAGESIZE), getpagesize());
	printf("%d %d\n", sysconf(_SC_OPEN_MAX) > 0, getrlimit(RLIMIT_STACK, &limit));
	printf("%d\n", sysconf(_SC_NPROCESSORS_ONLN) > 0);
	printf("%ld\n", sysconf(_SC_CLK_TCK));
	printf("%d %d\n", getuid() == geteuid(), getgid() == getegid());
	return 0;
}
