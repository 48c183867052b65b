// abort on one path.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char text[2];
	klee_make_symbolic(text, sizeof text, "text");
	if (text[0] + text[1] == 2 * 'z')
		abort(); //~ abort
	return 0;
}
