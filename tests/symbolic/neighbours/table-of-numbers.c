// Numbers in a table, changed and taken where the input says, are pointers to where they lie.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = malloc(8), *b = malloc(8);
	uintptr_t table[3] = {(uintptr_t)a, (uintptr_t)b, (uintptr_t)a};
	*a = 1;
	*b = 2;
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	table[i] += (uintptr_t)b - (uintptr_t)a;
	if (i == 1)
		table[i] = (uintptr_t)b;
	char *p = (char *)table[j];
	if (*p == 1)
		return 1;
	return 2;
}
