// A block of n bytes is freed, and freed again or read.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n");
	char *p = calloc(n, 1);
	free(p);
	switch (klee_range(0, 3, "then")) {
	case 1:
		free(p); //~ double-free
		break;
	case 2:
		if (p[n - 1]) //~ use-after-free
			return 1;
	}
	return 0;
}
