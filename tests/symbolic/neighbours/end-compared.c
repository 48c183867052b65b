// One past the end is compared with where a pointer is that the input moved.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	short *a = calloc(4, sizeof *a), *end = a + 4;
	short *p = a + klee_range(0, 5, "i");
	if (p == end)
		return p[-1] == 0;
	return *p;
}
