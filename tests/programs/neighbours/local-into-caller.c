// A local is left for one of the caller. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static int sum(const int *list, int count)
{
	int partial[3] = {0};
	long far = (long)((uintptr_t)list - (uintptr_t)partial) / 4;
	for (int i = 0; i < count; i++)
		partial[i % 3] += list[i];
	return partial[far]; //~ out-of-bounds: of local `partial` of 12 bytes
}

int main(void)
{
	int list[4] = {1, 2, 3, 4};
	printf("%d\n", sum(list, 4));
	return 0;
}
