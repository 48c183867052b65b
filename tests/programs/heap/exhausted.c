// The heap has an end: a block that finds no room is null, and others still find some.
// native: differs
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int count = 0;
	while (count < 1000 && malloc((size_t)100 << 30))
		count++;
	printf("%d %d\n", count, count < 1000 && errno == ENOMEM);
	char *large = malloc(1 << 20), *small = malloc(1);
	printf("%d\n", large && small);
	free(large);
	free(small);
	return 0;
}
