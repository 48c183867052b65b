// memset of a symbolic length into a buffer of eight bytes: what is larger does not fit.
#include <klee/klee.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct session {
	char key[8];
};

static void forget(struct session *s, size_t n)
{
	memset(s->key, 0, n); //~ out-of-bounds
}

int main(void)
{
	struct session s;
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume(n <= RANGE);
#endif
	forget(&s, n);
	if (n && s.key[0])
		return 1;
	return 0;
}
