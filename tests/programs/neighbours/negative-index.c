// A negative index from the later block into the earlier one. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static int pair[2][5];
static int low[5] = {1, 2, 3, 4, 5}, high[6] = {6, 7, 8, 9, 10, 11};

int main(void)
{
	int *second = pair[1];
	second[-5] = 1;
	printf("%d\n", pair[0][0]);
	long back = (long)((uintptr_t)high - (uintptr_t)low) / 4;
	return high[-back]; //~ out-of-bounds: of global `high` of 24 bytes
}
