// So are process ids and random bytes.
// native: differs
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void)
{
	unsigned char bytes[8];
	struct utsname name;
	getrandom(bytes, sizeof bytes, 0);
	for (int i = 0; i < 8; i++)
		printf("%02x", bytes[i]);
	uname(&name);
	printf(" %d %d %s\n", getpid(), getppid(), name.nodename);
	char file[] = "name-XXXXXX";
	int fd = mkstemp(file);
	printf("%d %s\n", fd >= 0, file);
	unlink(file);
	return 0;
}
