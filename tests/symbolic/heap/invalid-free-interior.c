// The pointer was moved before it is freed, unless the text is empty.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = calloc(1, 4);
	p[0] = klee_int("c");
	while (*p == ' ')
		p++;
	free(p); //~ invalid-free
	return 0;
}
