// Code is no input.
#include <klee/klee.h>

int main(void)
{
	klee_make_symbolic((void *)main, 4, "code"); //~ user
	return 0;
}
