// Two pieces are appended, each as long as the input says.
//@ run: --sym-files 1 3
//@ exits: 0
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	unsigned a = klee_range(0, 5, "a"), b = klee_range(0, 5, "b");
	char all[16];
	int fd = open("A", O_RDWR | O_APPEND | O_TRUNC);
	assert(fd >= 0 && write(fd, "aaaa", a) == a && write(fd, "bbbb", b) == b);
	assert(lseek(fd, 0, SEEK_CUR) == a + b);
	memset(all, '#', sizeof all);
	assert(pread(fd, all, sizeof all, 0) == a + b);
	for (unsigned i = 0; i < 9; i++)
		assert(all[i] == (i < a ? 'a' : i < a + b ? 'b' : '#'));
	return 0;
}
