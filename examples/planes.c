#include <klee/klee.h>
#include <stdlib.h>
#include <vellum/vellum.h>

int *A = NULL;

int foo(int n, int i)
{
	A = (int *)malloc(n * sizeof(int));
	A[3] = 777;
	A[4] = 888;
	vellum_print_block("after line 5, A", A, sizeof(int));
	A[3 * i + 1] = 999;
	vellum_print_block("after line 6, A", A, sizeof(int));
	int sum = A[3] + A[4];
	vellum_print_block("after line 7, A", A, sizeof(int));
	return sum;
}

int main(void)
{
	int n = klee_range(5, 256, "n"), i = klee_range(0, 85, "i");
	klee_assume(3 * i + 1 < n);
	return foo(n, i) == 777 + 888;
}
