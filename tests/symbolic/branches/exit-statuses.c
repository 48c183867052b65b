// exit, _Exit and return, each on a path of its own.
//@ paths: 4
//@ exits: 3 4 5 255
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (x == 'e')
		exit(3);
	if (x == 'E')
		_Exit(4);
	if (x == 'm')
		exit(-1);
	return 5;
}
