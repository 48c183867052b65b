// What cancels out decides nothing.
//@ paths: 1
//@ exits: 0
#include <stdlib.h>

int main(void)
{
	unsigned *p = malloc(sizeof *p);
	unsigned x = *p;
	if ((x & 0) != 0)
		return 1;
	if ((x ^ x) != 0)
		return 2;
	if ((x | 1) == 0)
		return 3;
	if (x % 2 > 1)
		return 4;
	free(p);
	return 0;
}
