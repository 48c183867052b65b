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
	return 0;
}
