// Freed on an error path, and again at the end.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(8);
	if (klee_int("error") == 7)
		free(p);
	free(p); //~ double-free
	return 0;
}
