// A block of symbolically many that was freed, all of them freed twice, and one too many.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <vellum/vellum.h>

int main(void)
{
	unsigned n = klee_range(2, 20, "n"), i = klee_range(0, 20, "i");
	klee_assume(i < n);
	char **blocks = (char **)vellum_alloc_many(n, 4);
	switch (klee_range(0, 5, "what")) {
	case 0:
		free(blocks[1]);
		blocks[i][0] = 1; //~ use-after-free
		return 0;
	case 1:
		free(blocks[1]);
		vellum_free_many((void **)blocks, n); //~ double-free
		return 0;
	case 2:
		vellum_free_many((void **)blocks, n + (i == 3)); //~ out-of-bounds
		return 0;
	case 3: {
		char *one = blocks[i];
		vellum_free_many((void **)blocks, n);
		return *one; //~ use-after-free
	}
	default:
		vellum_free_many((void **)blocks, i);
		return 0;
	}
}
