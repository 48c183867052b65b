// A comparison that finds no difference goes on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(16, 1);
	volatile size_t size = 16;
	a[3] = 1;
	printf("%d\n", memcmp(a, b, size) > 0);
	a[3] = 0;
	return memcmp(a, b, size); //~ out-of-bounds: offset 8 of a heap block of 8 bytes
}
