// The terminator has no room.
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(1, 6, "n");
	char *p = malloc(n);
	p[n] = 0; //~ out-of-bounds
	free(p);
	return 0;
}
