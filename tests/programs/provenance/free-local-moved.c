// A local's pointer that leads to the start of a heap block frees it, as it does natively.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char here[6] = "here", *block = calloc(40, 1);
	volatile long far = (uintptr_t)block - (uintptr_t)here;
	printf("%s %d\n", here, block[0]);
	free(here + far);
	return 0;
}
