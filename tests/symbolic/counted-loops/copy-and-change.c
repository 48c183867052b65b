// Each element is computed from one of another array.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char a[40], b[40];
	memset(b, 9, sizeof b);
	klee_make_symbolic(a, sizeof a, "a");
	unsigned n = klee_range(0, 41, "n");
	for (unsigned i = 0; i < n; i++)
		b[i] = a[i] + 1;
	assert(b[5] == (n > 5 ? (unsigned char)(a[5] + 1) : 9));
	return 0;
}
