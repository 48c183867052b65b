// Swapping without a third variable goes wrong when both are the same one.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static void swap(int *a, int *b)
{
	*a ^= *b;
	*b ^= *a;
	*a ^= *b;
}

int main(void)
{
	int list[2] = {klee_int("x"), 5}, i = klee_range(0, 2, "i");
	int before = list[i];
	if (i == 1)
		swap(&list[0], &list[1]);
	else
		swap(&list[0], &list[0]);
	assert(list[0] == before); //~ assertion
	return 0;
}
