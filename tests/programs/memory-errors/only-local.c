// In front of the only local of a frame is the frame of the caller.
#include <stdio.h>

static void scan(void)
{
	int list[4] = {1, 2, 3, 4};
	printf("%d\n", list[-1]); //~ out-of-bounds: offset -4 of local `list` of 16 bytes
}

int main(void)
{
	int here[4] = {9, 9, 9, 9};
	printf("%d\n", here[3]);
	scan();
	return 0;
}
