// The same with memory that is not cleared: whatever it was, it is not written now.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static char *block(int fill)
{
	char *p = malloc(24);
	if (fill)
		memset(p, 'x', 24);
	return p;
}

int main(void)
{
	char *table[3];
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 3; i++)
			table[i] = block(1);
		for (int i = 0; i < 3; i++)
			free(table[i]);
	}
	for (int i = 0; i < 3; i++)
		table[i] = block(i != 2);
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 24, "j");
	if (j == 7)
		return 1;
	if (table[i][j] == 'x') //~ uninitialised
		return 0;
	return 0;
}
