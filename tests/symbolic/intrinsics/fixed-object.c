// Memory at an address of the program's choice, which the engine says it cannot give.
//@ unsupported: klee_define_fixed_object
#include <klee/klee.h>

#define PORT ((volatile unsigned char *)0x100000)

int main(void)
{
	klee_define_fixed_object((void *)0x100000, 4);
	PORT[0] = klee_int("x");
	PORT[3] = 1;
	if (PORT[0] == 0x80)
		return 1;
	return 0;
}
