/* Null given to system calls makes them fail with EFAULT, or does not matter. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void show(const char *what, long result)
{
	printf("%s: %ld, %s\n", what, result, result < 0 ? errno == EFAULT ? "EFAULT" : "another error" : "no error");
}

int main(void)
{
	char byte;
	struct iovec pieces[2] = {{0, 1}, {&byte, 1}};
	int zero = open("/dev/zero", O_RDONLY), ends[2];
	show("read", read(zero, 0, 1));
	show("read near null", read(zero, (char *)0 + 16, 1));
	show("read of nothing", read(zero, 0, 0));
	show("readv", readv(zero, pieces, 2));
	show("pread", pread(zero, 0, 1, 0));
	show("open", open(0, O_RDONLY));
	show("stat", syscall(SYS_stat, "/", 0));
	show("access", access(0, R_OK));
	show("statx", syscall(SYS_statx, 0, 0, 0, 0xfff, 0));
	show("pipe", pipe(0));
	show("poll", poll(0, 1, 0));
	show("pipe", pipe(ends));
	show("write", write(ends[1], 0, 1));
	show("a bad descriptor", read(-1, 0, 1));
	return 0;
}
