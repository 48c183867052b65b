// Walking backwards past the first element.
//@ exits: 0 1 2
#include <klee/klee.h>

int main(void)
{
	char text[4];
	klee_make_symbolic(text, 4, "text");
	char *p = text + 3;
	while (*p == ' ') //~ out-of-bounds
		p--;
	if (p == text + 3)
		return 0;
	if (p == text)
		return 1;
	return 2;
}
