// Pointers that have left their objects, or whose objects are gone, are still pointers to them.
//@ run: --check-pointers on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

static char table[8];

int main(void)
{
	char *block = malloc(8), *other = malloc(8);
	char *end = block + 8, *far = table + 100;
	free(block);
	switch (klee_range(0, 4, "which")) {
	case 0: return end - block != 8;
	case 1: return far < table;
	case 2: return far - table != 100;
	default: return end - other == 0; //~ pointer-comparison
	}
}
