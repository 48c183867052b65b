// A block of symbolic size is filled, changed at a symbolic place and summed up.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned n, at, look;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(n > 0);
	klee_assume(n <= 64);
	klee_assume(at < n);
	klee_assume(look < n);
	unsigned char *p = malloc(n);
	if (!p)
		return 0;
	for (unsigned i = 0; i < n; i++)
		p[i] = (unsigned char)i;
	p[at] = 200;
	assert(p[look] == (look == at ? 200 : look));
	free(p);
	return 0;
}
