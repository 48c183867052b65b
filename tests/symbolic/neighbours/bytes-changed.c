// The lowest byte of a pointer in memory is the input's: it leads to somewhere in the block.
//@ exits: 0 9
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *block = aligned_alloc(16, 16), *other = calloc(16, 1);
	for (int i = 0; i < 16; i++)
		block[i] = i == 11 ? 9 : 0;
	char *p = block;
	*(unsigned char *)&p += klee_range(0, 16, "low");
	if (*p == 9)
		return 9;
	return *other;
}
