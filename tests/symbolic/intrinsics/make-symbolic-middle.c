// The end of an object is not all of it.
#include <klee/klee.h>

int main(void)
{
	char text[8];
	klee_make_symbolic(text + 4, 4, "end"); //~ user
	return 0;
}
