// Cases that lead to the same place are one path.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>

int main(void)
{
	unsigned char c;
	klee_make_symbolic(&c, sizeof c, "c");
	switch (c) {
	case 'a':
	case 'e':
	case 'i':
	case 'o':
	case 'u':
		return 1;
	case '0':
	case '1':
	case '2':
		return 2;
	default:
		return 0;
	}
}
