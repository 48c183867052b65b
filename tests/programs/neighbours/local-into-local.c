// A local is left for another one of the same function. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	short from[6] = {1, 2, 3}, to[4] = {4, 5, 6};
	long far = (long)((uintptr_t)to - (uintptr_t)from) / 2;
	printf("%d %d\n", from[5], to[3]);
	from[far + 3] = 7; //~ out-of-bounds: of local `from` of 12 bytes
	printf("%d\n", to[3]);
	return 0;
}
