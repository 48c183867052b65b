// Aligned memory of a symbolic power of two.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	size_t alignment = 16;
	if (klee_int("wide"))
		alignment = 64;
	char *p = aligned_alloc(alignment, 128);
	assert((uintptr_t)p % alignment == 0);
	p[127] = 1;
	free(p);
	return 0;
}
