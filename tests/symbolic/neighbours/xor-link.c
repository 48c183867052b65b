// From one of two neighbours by their exclusive or to the other.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
	*a = 1;
	*b = 2;
	uintptr_t link = (uintptr_t)a ^ (uintptr_t)b;
	int *from = klee_range(0, 2, "which") ? a : b;
	int *to = (int *)((uintptr_t)from ^ link);
	if (*from + *to != 3)
		return 3;
	if (*to == 2)
		return 2;
	return 1;
}
