// An array of n numbers on the stack, or on the heap where there are too many; a few of them are added.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

enum { MOST = 4096 };

static int ends(int *list, unsigned n)
{
	memset(list, 0, n * sizeof *list);
	list[0] = 3;
	list[n - 1] += 4;
	return list[0] + list[n / 2] + list[n - 1];
}

static int on_stack(unsigned n)
{
	int list[n];
	return ends(list, n);
}

static int on_heap(unsigned n)
{
	int *list = malloc(n * sizeof *list), sum = 7;
	if (list)
		sum = ends(list, n);
	free(list);
	return sum;
}

int main(void)
{
	unsigned n;
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume(n <= RANGE);
#endif
	klee_assume(n > 2);
	int sum = n <= MOST ? on_stack(n) : on_heap(n);
	assert(sum == 7);
	return 0;
}
