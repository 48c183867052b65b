// Pointers into two objects, each at a symbolic place, in a table: object and offset of its entries both depend on the input.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char i = klee_range(0, 9, "i"), j = klee_range(0, 16, "j"), which = klee_range(0, 3, "which");
	char a[8] = { 0 }, *b = calloc(16, 1);
	char *table[3] = { a + i, b + j, a + 2 };
	char *p = table[which];
	*p = 1; //~ out-of-bounds
	*p += which;
	klee_assert(*table[which] == 1 + which);
	return 0;
}
