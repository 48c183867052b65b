// A file gets as many bytes as the input says and is read again: what is there and what is not.
//@ run: --sym-files 1 6
//@ exits: 0 1
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char from[8] = "abcdefgh", to[16];
	struct stat status;
	unsigned n = klee_range(0, 9, "n"), at = klee_range(0, 8, "at");
	int fd = open("A", O_RDWR | O_TRUNC);
	assert(fd >= 0 && pwrite(fd, from, n, at) == n);
	assert(fstat(fd, &status) == 0 && status.st_size == (n ? at + n : 0));
	assert(lseek(fd, 0, SEEK_END) == status.st_size && lseek(fd, 0, SEEK_SET) == 0);
	memset(to, '#', sizeof to);
	assert(read(fd, to, sizeof to) == status.st_size);
	assert(to[status.st_size] == '#');
	if (n == 0)
		return 1;
	assert(at == 0 || to[at - 1] == 0);
	assert(to[at] == 'a' && to[at + n - 1] == from[n - 1]);
	return 0;
}
