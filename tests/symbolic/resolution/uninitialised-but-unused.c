// A byte nobody wrote is read with others and cut off again, or overwritten in time: no decision hangs on it.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(8);
		memset(table[i], i, 3);
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	unsigned word = *table[i] & 0xffffff;
	table[j][1] = 5;
	if (word == 0x020202)
		return 1;
	if (table[j][1] != 5)
		return 2;
	return 0;
}
