// The safe twin stops at the first element.
//@ paths: 5
//@ exits: 0 1 2 3
#include <klee/klee.h>

int main(void)
{
	char text[4];
	klee_make_symbolic(text, 4, "text");
	char *p = text + 4;
	while (p > text && p[-1] == ' ')
		p--;
	if (p == text + 4)
		return 0;
	if (p == text)
		return 1;
	if (p == text + 1)
		return 2;
	return 3;
}
