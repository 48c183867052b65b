// The block is forgotten on the error path.
//@ run: --check-leaks on
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(8); //~ leak
	p[0] = 1;
	if (klee_int("error") == 3) {
		p = 0;
		return 1;
	}
	free(p);
	return 0;
}
