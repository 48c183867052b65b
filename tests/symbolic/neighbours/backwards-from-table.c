// A pointer from a table is moved backwards by the input, out of its local and into another.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	char first[64] = {0}, second[64] = {0}, third[64] = {0};
	char *table[3] = {first, second, third};
	unsigned n = klee_range(0, 90, "n"), i = klee_range(0, 3, "i");
	table[i][20L - n] = 1; //~ out-of-bounds
	return 0;
}
