// Each element gets the one behind it, which was not written yet.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char a[40], before[40];
	klee_make_symbolic(a, sizeof a, "a");
	memcpy(before, a, sizeof a);
	size_t n = klee_range(0, 40, "n");
	for (size_t i = 0; i < n; i++)
		a[i] = a[i + 1];
	assert(a[5] == before[n > 5 ? 6 : 5]);
	return 0;
}
