// Two pointers and a number that counts down.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char a[40], b[40];
	memset(b, 9, sizeof b);
	klee_make_symbolic(a, sizeof a, "a");
	size_t n = klee_range(0, 41, "n"), left = n;
	char *to = b;
	const char *from = a;
	while (left--)
		*to++ = *from++;
	assert(to == b + n && from == a + n);
	assert(b[5] == (n > 5 ? a[5] : 9));
	return 0;
}
