// strcpy of a string that may be as long as the target.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[5], copy[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[4] = 0;
	strcpy(copy, text); //~ out-of-bounds in strcpy
	return 0;
}
