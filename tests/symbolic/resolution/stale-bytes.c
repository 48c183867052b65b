// Memory is freed and handed out again: what was in it is not what is in it.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(24);
		memset(table[i], 'x', 24);
	}
	for (int i = 0; i < 3; i++)
		free(table[i]);
	for (int i = 0; i < 3; i++)
		table[i] = calloc(24, 1);
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 24, "j");
	if (table[i][j] == 'x')
		return 1;
	return 0;
}
