// A lookup that compares the key with a slot that may be empty: what was set is found all the same.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *keys = malloc(8 * sizeof *keys);
	for (int i = 0; i < 6; i++)
		keys[i] = 10 * i;
	unsigned i = klee_range(0, 8, "slot");
	int key = klee_range(0, 100, "key");
	int found = 0;
	if (keys[i] == key) //~ uninitialised
		found = 1;
	free(keys);
	if (found && key == 30)
		return 2;
	return found;
}
