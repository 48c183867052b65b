// The block that grows is chosen by the input; the old address is dead where it moved.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(4);
		table[i][0] = i;
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	char *grown = realloc(table[i], 32);
	grown[31] = 1;
	if (grown[0] == 2 && i == j)
		return 1;
	table[j][1] = 1; //~ use-after-free
	return 0;
}
