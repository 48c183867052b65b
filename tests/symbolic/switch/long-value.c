// A 64-bit value; its low half alone does not decide.
//@ paths: 3
//@ exits: 1 2 3
#include <klee/klee.h>

int main(void)
{
	unsigned long x;
	klee_make_symbolic(&x, sizeof x, "x");
	switch (x) {
	case 5:
		return 1;
	case 0x100000005:
		return 2;
	}
	return 3;
}
