// Reading where the input says: from the end on there is nothing.
//@ run: --sym-stdin 4
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	int offset = klee_range(0, 7, "offset");
	char c;
	assert(lseek(0, offset, SEEK_SET) == offset);
	if (read(0, &c, 1) == 0) {
		assert(offset >= 4);
		return 2;
	}
	if (c == 'x')
		return 1;
	return 0;
}
