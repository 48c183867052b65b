// A failed allocation says so in errno.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	volatile size_t huge = SIZE_MAX - 100;
	errno = 0;
	printf("%d\n", malloc(huge) == NULL);
	printf("%s\n", strerror(errno));
	errno = 0;
	printf("%d\n", calloc(huge, 8) == NULL);
	printf("%s\n", strerror(errno));
	errno = 0;
	printf("%d %s\n", aligned_alloc(24, 48) == NULL, strerror(errno));
	return 0;
}
