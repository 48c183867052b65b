// Locals have bounds of their own, whatever lies next to them.
#include <stdio.h>

int main(void)
{
	int before[4] = {1, 2, 3, 4}, numbers[4] = {5, 6, 7, 8}, after[4] = {9, 10, 11, 12};
	int sum = before[0] + after[0];
	for (int i = 0; i <= 4; i++)
		sum += numbers[i]; //~ out-of-bounds: offset 16 of local `numbers` of 16 bytes
	printf("%d\n", sum);
	return 0;
}
