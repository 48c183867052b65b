// A condition chooses between two arrays, the index may lead from one to the other. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	int second = klee_range(0, 2, "second"), other = klee_range(0, 2, "other");
	char *p = second ? b : a;
	long i = !other ? 0 : second ? -far : far;
	*p = 1;
	p[i] = 2; //~ out-of-bounds
	return second ? a[0] != 0 : b[0] != 0;
}
