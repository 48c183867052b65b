// Elements of 16 bytes and structures, written and read as a whole at an index that depends on the input.
//@ exits: 0
//@ paths: 1
#include <klee/klee.h>

struct pair {
	long first, second;
};

static __int128 numbers[16];
static _Complex double complexes[8];
static struct pair pairs[8];

int main(void)
{
	unsigned i = klee_range(0, 16, "i");
	numbers[i] = (__int128)i << 70 | 1;
	klee_assert((unsigned)(numbers[i] >> 70) == i);
	klee_assert(((unsigned)numbers[3] == 1) == (i == 3));
	unsigned j = klee_range(0, 8, "j");
	pairs[j] = (struct pair){(long)i, 5};
	klee_assert(pairs[j].first == (long)i);
	klee_assert((pairs[2].second == 5) == (j == 2));
	complexes[j] = 3.0;
	klee_assert(__real__ complexes[j] == 3.0);
	return 0;
}
