// Bytes are moved over themselves, forwards or backwards.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char b[10];
	for (unsigned i = 0; i < sizeof b; i++)
		b[i] = i;
	unsigned to = klee_range(0, 6, "to"), from = klee_range(0, 6, "from"), n = klee_range(0, 6, "n");
	memmove(b + to, b + from, n);
	unsigned i = klee_range(0, 10, "i");
	assert(b[i] == (i - to < n ? i - to + from : i));
	return 0;
}
