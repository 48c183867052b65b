// Behind the last local of a frame comes the frame of the next call.
#include <stdio.h>

static int sum(const int *list, int count)
{
	int total = 0;
	for (int i = 0; i <= count; i++)
		total += list[i]; //~ out-of-bounds: offset 64 of local `list` of 64 bytes
	return total;
}

static int fill(void)
{
	int list[16] = {1, 2, 3};
	return sum(list, 16);
}

int main(void)
{
	printf("%d\n", fill());
	return 0;
}
