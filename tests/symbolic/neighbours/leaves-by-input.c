// Somewhere else is compared with, printed as a number and kept; only what is used must be inside.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *a = calloc(4, sizeof *a), *b = calloc(4, sizeof *b), *kept[2];
	long i;
	klee_make_symbolic(&i, sizeof i, "i");
	kept[0] = a + i;
	kept[1] = b - i;
	long back = kept[0] == b ? i : i - 1;
	if (i > 1000000000000 || i < -1000000000000)
		return 1;
	a[1] = 0;
	return kept[0][-back] + kept[1][i];
}
