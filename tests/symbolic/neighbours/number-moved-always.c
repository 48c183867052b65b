// A number somewhere in a global is moved into the next as a pointer, and cannot stay. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 2
#include <klee/klee.h>
#include <stdint.h>

static char first[8], second[8];

int main(void)
{
	volatile uintptr_t number = (uintptr_t)first + klee_range(0, 8, "k");
	if (number == (uintptr_t)first)
		return 2;
	char *p = (char *)number;
	return p[(uintptr_t)second - (uintptr_t)first]; //~ out-of-bounds
}
