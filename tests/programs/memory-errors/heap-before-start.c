// Walking back from the end, down to -1.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	short *list = calloc(3, sizeof *list);
	short *p = list + 3;
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += *--p; //~ out-of-bounds: offset -2 of a heap block of 6 bytes
	printf("%d\n", sum);
	return 0;
}
