// What an exclusive or leads to is an object like any other, and left like any other. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
	uintptr_t link = (uintptr_t)a ^ (uintptr_t)b;
	int is_second = klee_range(0, 2, "is_second");
	int *from = is_second ? b : a;
	int *to = (int *)((uintptr_t)from ^ link);
	long back = (long)((uintptr_t)from - (uintptr_t)to) / 4;
	return to[klee_range(0, 2, "back") * back]; //~ out-of-bounds
}
