// Two objects cannot have one address, and null is none.
//@ exits: 0
//@ native: none
#include <klee/klee.h>

int main(void)
{
	static int global;
	klee_define_fixed_object((void *)0x100000, 16);

	switch (klee_range(0, 4, "way")) {
	case 0:
		klee_define_fixed_object((void *)0x10000f, 2); //~ user
		break;
	case 1:
		klee_define_fixed_object(0, 16); //~ user
		break;
	case 2:
		klee_define_fixed_object(&global, sizeof global); //~ user
		break;
	default:
		klee_define_fixed_object((void *)0x100010, 1);
	}
	return 0;
}
