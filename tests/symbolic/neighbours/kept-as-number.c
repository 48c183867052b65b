// Out of the array by the input, kept as a number there, back again.
//@ exits: 0 7
#include <klee/klee.h>
#include <stdint.h>

static int list[4] = {0, 0, 7, 0};

int main(void)
{
	unsigned i = klee_range(0, 4, "i");
	uintptr_t kept = (uintptr_t)(list + i + 1000);
	int *p = (int *)kept - 1000;
	if (*p == 7)
		return 7;
	return *p;
}
