// strcmp orders by unsigned bytes and is antisymmetric.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char a[2], b[2];
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(b, sizeof b, "b");
	a[1] = b[1] = 0;
	int order = strcmp(a, b);
	assert((order < 0) == (strcmp(b, a) > 0));
	if (order < 0) {
		assert((unsigned char)a[0] < (unsigned char)b[0]);
		return 1;
	}
	if (order > 0)
		return 2;
	assert(a[0] == b[0]);
	return 0;
}
