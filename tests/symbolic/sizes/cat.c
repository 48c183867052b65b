// What was read is written out, in pieces whose size is the input's; all of it was written by then.
//@ run: --sym-stdin 5
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	unsigned n = klee_range(3, 100, "n");
	char *room = malloc(n);
	ssize_t count, total = 0;
	while ((count = read(0, room, n)) > 0) {
		assert(write(1, room, count) == count);
		total += count;
	}
	assert(total == 5);
	free(room);
	return 0;
}
