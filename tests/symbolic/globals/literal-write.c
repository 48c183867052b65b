// A string literal made upper case in place.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	char buffer[4] = "abc", *p = buffer;
	if (klee_int("x") < 0)
		p = "def";
	p[0] -= 32; //~ read-only-write
	return 0;
}
