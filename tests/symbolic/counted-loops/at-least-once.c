// A loop that looks at its condition at the end of a round.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[20];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(1, 21, "n"), i = 0, sum = 0;
	do
		sum += (unsigned char)p[i++];
	while (i < n && p[i] != '.');
	assert(i >= 1 && i <= n);
	if (i < n)
		assert(p[i] == '.');
	assert(sum <= 255 * n);
	return 0;
}
