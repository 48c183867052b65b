// A tag in the lowest bit, taken off before use.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static long value = 40;

int main(void)
{
	uintptr_t bits = (uintptr_t)&value | (klee_int("tag") & 1);
	long *p = (long *)(bits & ~(uintptr_t)1);
	assert(*p == 40);
	if (bits & 1)
		return 1;
	return 0;
}
