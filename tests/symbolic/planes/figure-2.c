// The running example of "Symbolic Memory with Pointers": A[3] is never written a second time, A[4] may be.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

static int *A = NULL;

static int foo(int n, int i)
{
	A = malloc(n * sizeof(int));
	A[3] = 777;
	A[4] = 888;
	A[3 * i + 1] = 999;
	return A[3] + A[4];
}

int main(void)
{
	int n = klee_range(5, 1000, "n"), i = klee_range(0, 400, "i");
	klee_assume(3 * i + 1 < n);
	int sum = foo(n, i);
	klee_assert(sum == (i == 1 ? 777 + 999 : 777 + 888));
	free(A);
	return 0;
}
