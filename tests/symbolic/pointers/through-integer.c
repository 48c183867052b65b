// A pointer that went through an integer with a symbolic offset.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
	char list[6] = "abcde";
	uintptr_t where = (uintptr_t)list + klee_range(0, 7, "i");
	if (*(char *)where == 'd') //~ out-of-bounds
		return 1;
	return 0;
}
