// A megabyte of which a few bytes are ever touched.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(1 << 21);
	unsigned at = klee_range(0, 4, "at");
	p[1 << 20] = 1;
	p[(1 << 20) + 1] = 2;
	if (at < 2) {
		if (p[(1 << 20) + at] == 2)
			return 1;
		return 0;
	}
	if (p[(1 << 20) + at]) //~ uninitialised
		return 2;
	return 0;
}
