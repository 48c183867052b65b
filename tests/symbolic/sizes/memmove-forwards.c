// A memmove that always begins at the front repeats the first bytes. ASan cannot see it: all is in bounds.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static void move(unsigned char *to, const unsigned char *from, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		to[i] = from[i];
}

int main(void)
{
	unsigned char b[8] = {0, 1, 2, 3, 4, 5, 6, 7};
	unsigned distance = klee_range(0, 4, "distance"), n = klee_range(0, 5, "n"), i = klee_range(0, 4, "i");
	move(b + distance, b, n);
	if (i < n)
		assert(b[distance + i] == i); //~ assertion
	return 0;
}
