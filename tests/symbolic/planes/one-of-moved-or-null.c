// As one-of-moved, and one entry is null.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned char i = klee_range(0, 8, "i"), j = klee_range(0, 4, "j"), which = klee_range(0, 3, "which");
	int a[8] = { 0 }, b[4] = { 0 };
	int *table[3] = { a + i, b + j, 0 };
	int *p = table[which];
	*p = 5 + which; //~ null-dereference
	klee_assert(*table[which] == 5 + which);
	return 0;
}
