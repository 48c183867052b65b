// An integer that never was a pointer.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") != 0x1234)
		return 0;
	return *(volatile char *)0xdead0000beef; //~ out-of-bounds
}
