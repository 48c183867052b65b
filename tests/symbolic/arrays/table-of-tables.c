// The value read is the next index: a permutation comes back after four steps.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static const unsigned char next[4] = {2, 3, 1, 0};

int main(void)
{
	unsigned start = klee_range(0, 4, "start"), at = start;
	for (int i = 0; i < 4; i++)
		at = next[at];
	assert(at == start);
	return 0;
}
