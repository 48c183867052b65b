// Symbolically many blocks of symbolic size.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>
#include <vellum/vellum.h>

int main(void)
{
	unsigned n = klee_range(1, 10, "n"), size = klee_range(1, 30, "size"), i = klee_range(0, 10, "i");
	klee_assume(i < n);
	char **blocks = (char **)vellum_alloc_many(n, size);
	memset(blocks[i], 0, size);
	unsigned k = klee_range(0, 30, "k");
	blocks[i][k] = 1; //~ out-of-bounds
	klee_assert(k < size);
	vellum_free_many((void **)blocks, n);
	return 0;
}
