// A line into a buffer that is too small for it.
//@ run: --sym-stdin 4
//@ exits: 0
#include <stdio.h>

int main(void)
{
	char line[3];
	int c, n = 0;
	while ((c = getchar()) != EOF && c != '\n')
		line[n++] = c; //~ out-of-bounds
	return n ? line[0] & 0 : 0;
}
