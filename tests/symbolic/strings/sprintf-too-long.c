// Numbers of three digits do not fit.
//@ exits: 0
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
	char text[3];
	int x = klee_range(98, 102, "x");
	sprintf(text, "%d", x); //~ out-of-bounds in sprintf
	return 0;
}
