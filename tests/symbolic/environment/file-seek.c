// lseek to a symbolic place and reading there.
//@ run: --sym-files 1 2
//@ exits: 0 1 2
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	char c = 0;
	int fd = open("A", O_RDONLY), at = 0;
	if (fd < 0)
		return 0;
	if (klee_int("far"))
		at = 2;
	if (lseek(fd, at, SEEK_SET) != at)
		return 3;
	if (read(fd, &c, 1) == 0)
		return 2;
	if (c == 'c')
		return 1;
	return 0;
}
