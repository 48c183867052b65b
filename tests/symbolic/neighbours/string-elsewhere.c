// The length of a string that is in its array, or in the other one. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 4
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

static char name[8] = "name", value[8] = "value";

int main(void)
{
	long far = (uintptr_t)value - (uintptr_t)name;
	return strlen(name + klee_range(0, 2, "i") * far); //~ out-of-bounds in strlen
}
