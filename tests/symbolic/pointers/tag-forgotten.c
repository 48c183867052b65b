// The tag is not taken off: the read sticks out of the object.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>

static char value[8] = "1234567";

int main(void)
{
	uintptr_t bits = (uintptr_t)(value + 7) | 0;
	bits += klee_int("tag") & 1;
	return *(char *)bits; //~ out-of-bounds
}
