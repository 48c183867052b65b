// Two cursors in an array, one of which goes too far. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	int odd[3] = {1, 3, 5}, even[4] = {2, 4, 6, 8};
	int *cursors[2] = {odd, even};
	long far = (long)((uintptr_t)even - (uintptr_t)odd) / 4;
	long steps[4] = {1, 1, far - 2, 1};
	for (int i = 0; i < 4; i++) {
		printf("%d\n", *cursors[0]); //~ out-of-bounds: of local `odd` of 12 bytes
		cursors[0] += steps[i];
	}
	return *cursors[1];
}
