// A block chosen by the input is freed; only whoever chose the same one again is wrong.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(3);
		table[i][0] = 'a' + i;
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	free(table[i]);
	if (table[j][0] == 'c') //~ use-after-free
		return 1;
	return 0;
}
