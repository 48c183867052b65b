// Frames of 100 KiB, ten of them.
#include <stdio.h>
#include <string.h>

static int fill(int depth)
{
	char room[100 << 10];
	memset(room, depth, sizeof room);
	int below = depth ? fill(depth - 1) : 0;
	return below + room[0] + room[sizeof room - 1];
}

int main(void)
{
	printf("%d\n", fill(10));
	return 0;
}
