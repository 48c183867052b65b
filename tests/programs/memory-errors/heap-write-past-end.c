// The classic loop with one round too many.
#include <stdlib.h>

int main(void)
{
	int *numbers = malloc(5 * sizeof *numbers);
	for (int i = 0; i <= 5; i++)
		numbers[i] = i; //~ out-of-bounds: write of 4 bytes
	free(numbers);
	return 0;
}
