// One block grows: what it held is kept, and the room is new for that one only.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = calloc(4, 1);
		table[i][3] = 'a' + i;
	}
	table[1] = realloc(table[1], 8);
	table[1][6] = 'x';
	unsigned i = klee_range(0, 3, "i");
	if (table[i][3] == 'b')
		return 1;
	if (table[i][klee_range(3, 7, "j") & 3] == 'c')
		return 2;
	return 0;
}
