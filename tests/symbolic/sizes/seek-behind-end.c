// Positions behind the end of a file are one case, and the position is told as it is; what is read there is nothing.
//@ run: --sym-stdin 4
//@ exits: 0 1 2
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	long distance;
	char c;
	klee_make_symbolic(&distance, sizeof distance, "distance");
	off_t first = lseek(0, distance, SEEK_END);
	if (first < 0) {
		assert(errno == EINVAL && (distance < -4 || distance > 0));
		return 2;
	}
	assert(first == 4 + distance);
	if (read(0, &c, 1) == 0) {
		assert(distance >= 0 && lseek(0, 0, SEEK_END) == 4);
		return 1;
	}
	assert(lseek(0, 0, SEEK_CUR) == first + 1);
	return 0;
}
