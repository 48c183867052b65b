// Only small blocks are freed.
//@ run: --check-leaks on
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(0, 9, "n");
	char *p = malloc(n); //~ leak
	if (n > 5) {
		p = 0;
		return 1;
	}
	free(p);
	return 0;
}
