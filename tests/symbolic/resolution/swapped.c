// Two entries of a table are exchanged; what they lead to goes with them.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *table[3];
	for (int i = 0; i < 3; i++) {
		table[i] = malloc(sizeof(int));
		*table[i] = i + 1;
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	int *kept = table[i];
	table[i] = table[j];
	table[j] = kept;
	assert(*table[i] == (int)j + 1 && *table[j] == (int)i + 1);
	assert(*table[0] * *table[1] * *table[2] == 6);
	if (*table[0] == 3)
		return 1;
	return 0;
}
