// Descriptors that are not open are refused alike.
//@ run: --sym-stdin 2
//@ exits: 0 1 2
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	int fd;
	char c;
	klee_make_symbolic(&fd, sizeof fd, "fd");
	if (fd == 1 || fd == 2)
		return 2;
	if (read(fd, &c, 1) < 0) {
		assert(errno == EBADF && fd != 0);
		return 1;
	}
	assert(fd == 0);
	return 0;
}
