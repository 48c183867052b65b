// An array in a loop does not fill the stack: each round gives it back.
#include <stdio.h>

static long fill(int size)
{
	long sum = 0;
	for (int round = 0; round < 1000; round++) {
		int room[size];
		room[0] = room[size - 1] = round;
		if (round % 3 == 0)
			continue;
		sum += room[size - 1];
	}
	return sum;
}

int main(void)
{
	printf("%ld\n", fill(100000));
	return 0;
}
