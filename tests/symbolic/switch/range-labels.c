// Ranges of labels, a GNU extension.
//@ exits: 0 1 2
#include <klee/klee.h>

int main(void)
{
	char c;
	klee_make_symbolic(&c, sizeof c, "c");
	switch (c) {
	case '0' ... '9':
		return 1;
	case 'a' ... 'f':
		return 2;
	default:
		return 0;
	}
}
