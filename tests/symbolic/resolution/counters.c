// Three increments, each through a pointer of its own: together they are three, wherever they went.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int *counters[3];
	for (int i = 0; i < 3; i++)
		counters[i] = calloc(1, sizeof(int));
	for (int round = 0; round < 3; round++)
		++*counters[klee_range(0, 3, "i")];
	assert(*counters[0] + *counters[1] + *counters[2] == 3);
	if (*counters[1] == 3)
		return 1;
	return 0;
}
