// Sizes nobody has: null, not a crash.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	volatile size_t huge = SIZE_MAX, half = SIZE_MAX / 2 + 2;
	printf("%d\n", malloc(huge) == NULL);
	printf("%d\n", malloc(huge - 4096) == NULL);
	printf("%d\n", calloc(half, 2) == NULL);
	char *p = malloc(10);
	printf("%d\n", realloc(p, huge) == NULL);
	p[9] = 1;
	free(p);
	puts("done");
	return 0;
}
