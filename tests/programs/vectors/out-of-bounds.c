// A vector is read as a whole.
#include <stdio.h>
#include <stdlib.h>

typedef int v4 __attribute__((vector_size(16), aligned(4)));

int main(void)
{
	int *numbers = calloc(6, sizeof *numbers);
	v4 sum = *(v4 *)(numbers + 2);
	printf("%d\n", sum[3]);
	sum += *(v4 *)(numbers + 3); //~ out-of-bounds: read of 16 bytes
	printf("%d\n", sum[0]);
	return 0;
}
