// As many bytes as the input says are compared; none are always equal.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[4];
	unsigned n = klee_range(0, 5, "n");
	klee_make_symbolic(text, sizeof text, "text");
	if (memcmp(text, "abcd", n) == 0)
		return 1;
	assert(n > 0);
	return 0;
}
