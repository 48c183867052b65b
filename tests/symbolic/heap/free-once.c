// The safe twin sets the pointer to null.
//@ paths: 2
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(8);
	if (klee_int("error") == 7) {
		free(p);
		p = 0;
	}
	free(p);
	return 0;
}
