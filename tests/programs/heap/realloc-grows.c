// Content survives realloc, in both directions.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *numbers = NULL, room = 0;
	for (int i = 0; i < 1000; i++) {
		if (i == room)
			numbers = realloc(numbers, (room = room * 2 + 1) * sizeof *numbers);
		numbers[i] = i * 7;
	}
	long sum = 0;
	for (int i = 0; i < 1000; i++)
		sum += numbers[i];
	numbers = realloc(numbers, 3 * sizeof *numbers);
	printf("%ld %d %d %d\n", sum, numbers[0], numbers[1], numbers[2]);
	free(numbers);
	return 0;
}
