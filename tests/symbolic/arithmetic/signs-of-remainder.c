// C rounds towards zero: the remainder has the sign of the dividend.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	signed char a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (b == 0)
		return 0;
	int q = a / b, r = a % b;
	assert(q * b + r == a);
	assert(r == 0 || (r < 0) == (a < 0));
	return 0;
}
