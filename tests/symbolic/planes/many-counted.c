// As many blocks as a number says, none among them, and a number without bounds.
//@ exits: 0 1
#include <klee/klee.h>
#include <vellum/vellum.h>

int main(void)
{
	char **none = (char **)vellum_alloc_many(0, 8);
	klee_assert(none);
	vellum_free_many((void **)none, 0);
	vellum_free_many(0, 3);
	long **three = (long **)vellum_alloc_many(3, sizeof(long));
	*three[2] = 5;
	klee_assert(*three[2] == 5 && three[0] != three[1]);
	vellum_free_many((void **)three, 3);
	unsigned n;
	klee_make_symbolic(&n, sizeof n, "n");
	if (n > 100)
		return 1;
	char **blocks = (char **)vellum_alloc_many(n, 1);
	for (unsigned i = 0; i < 2 && i < n; i++)
		*blocks[i] = i;
	vellum_free_many((void **)blocks, n);
	return 0;
}
