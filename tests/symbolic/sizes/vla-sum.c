// An array of n numbers, all of them written and all of them added.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n"), sum = 0;
	unsigned list[n];
	assert(sizeof list == n * sizeof *list);
	for (unsigned i = 0; i < n; i++)
		list[i] = i;
	for (unsigned i = 0; i < n; i++)
		sum += list[i];
	assert(sum == n * (n - 1) / 2);
	return 0;
}
