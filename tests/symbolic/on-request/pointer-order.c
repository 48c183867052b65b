// Ordering and subtracting pointers of different objects, and of one.
//@ run: --check-pointers on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	int a[4] = { 0 }, b[4] = { 0 };
	int *p = a, *q = b, *heap = calloc(4, sizeof(int));
	int i = klee_range(0, 5, "i");
	switch (klee_range(0, 9, "which")) {
	case 0: return p < q && p == NULL; //~ pointer-comparison
	case 1: return q - p == 0; //~ pointer-comparison
	case 2: return heap >= q && heap == NULL; //~ pointer-comparison
	case 3: return &a[i] > &b[i] && p == NULL; //~ pointer-comparison
	case 4: return p > a + 4;
	case 5: return &a[4] - p != 4;
	case 6: return p == q;
	case 7: return &a[i] < p;
	default: return heap + i < heap;
	}
}
