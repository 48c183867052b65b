// Of three blocks, one byte was never written; a decision hangs on it.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(4);
		memset(table[i], i, i == 1 ? 3 : 4);
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 4, "j");
	if (table[i][j] == 2) //~ uninitialised
		return 1;
	return 0;
}
