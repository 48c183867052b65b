// A file that is cut and made longer again has zeros where its bytes were.
//@ run: --sym-files 1 6
//@ exits: 0 1
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	unsigned len = klee_range(0, 7, "len"), place = klee_range(0, 8, "place");
	char c;
	int fd = open("A", O_RDWR);
	assert(fd >= 0 && pwrite(fd, "abcdef", 6, 0) == 6);
	assert(ftruncate(fd, len) == 0 && ftruncate(fd, 7) == 0);
	if (pread(fd, &c, 1, place) == 0) {
		assert(place == 7);
		return 1;
	}
	assert(c == (place < len ? (int)('a' + place) : 0));
	return 0;
}
