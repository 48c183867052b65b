// Symbolically many blocks: each is its own, and there are no more than that.
//@ exits: 0
#include <klee/klee.h>
#include <vellum/vellum.h>

int main(void)
{
	unsigned n = klee_range(1, 40, "n"), i = klee_range(0, 41, "i"), j = klee_range(0, 40, "j");
	klee_assume(j < n);
	int **blocks = (int **)vellum_alloc_many(n, sizeof(int));
	*blocks[j] = 1;
	*blocks[i] = 2; //~ out-of-bounds
	klee_assert(*blocks[j] == (i == j ? 2 : 1));
	vellum_free_many((void **)blocks, n);
	return 0;
}
