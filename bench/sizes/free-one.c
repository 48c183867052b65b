// Four blocks of symbolic size; the input says which is freed and replaced.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

enum { SLOTS = 4 };

static char *slots[SLOTS];

static int fill(unsigned slot, size_t n)
{
	free(slots[slot]);
	slots[slot] = calloc(n, 1);
	return slots[slot] != 0;
}

int main(void)
{
	size_t n, m;
	unsigned slot;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&m, sizeof m, "m");
	klee_make_symbolic(&slot, sizeof slot, "slot");
#if RANGE
	klee_assume((n <= RANGE) & (m <= RANGE));
#endif
	klee_assume((n > 0) & (m > 0) & (slot < SLOTS));
	for (unsigned i = 0; i < SLOTS; i++)
		if (!fill(i, n))
			return 1;
	if (!fill(slot, m))
		return 1;
	slots[slot][m - 1] = 1;
	if (m > 1)
		assert(slots[slot][0] == 0);
	for (unsigned i = 0; i < SLOTS; i++)
		free(slots[i]);
	return 0;
}
