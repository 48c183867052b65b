// Aligned blocks whose size is rounded, but down.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n = klee_range(8, 17, "n");
	void *p;
	if (klee_range(0, 2, "posix")) {
		if (posix_memalign(&p, 32, n - n % 4))
			return 1;
		((char *)p)[n - 1] = 1; //~ out-of-bounds
	} else {
		p = aligned_alloc(8, n & ~7u);
		((char *)p)[n - 1] = 1; //~ out-of-bounds
	}
	free(p);
	return 0;
}
