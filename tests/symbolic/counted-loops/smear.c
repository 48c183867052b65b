// Each element gets the one before it, which was just written: no function of the index.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char a[12];
	klee_make_symbolic(a, sizeof a, "a");
	char first = a[0], sixth = a[5];
	size_t n = klee_range(0, 12, "n");
	for (size_t i = 0; i < n; i++)
		a[i + 1] = a[i];
	assert(a[5] == (n > 4 ? first : sixth));
	return 0;
}
