// strlen of a symbolic string of at most 3 bytes: each length is reached.
//@ exits: 0 1 2 3
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[4];
	klee_make_symbolic(text, sizeof text, "text");
	klee_assume(text[3] == 0);
	switch (strlen(text)) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return 2;
	default:
		return 3;
	}
}
