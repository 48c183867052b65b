// Functions are called by numbers, by tagged ones and by offsets from each other.
#include <stdint.h>
#include <stdio.h>

static int twice(int x)
{
	return 2 * x;
}

static int square(int x)
{
	return x * x;
}

int main(void)
{
	volatile uintptr_t numbers[2] = {(uintptr_t)twice, (uintptr_t)square};
	for (int i = 0; i < 2; i++)
		printf("%d\n", ((int (*)(int))numbers[i])(i + 3));
	intptr_t apart = (intptr_t)square - (intptr_t)twice;
	printf("%d\n", ((int (*)(int))((intptr_t)twice + apart))(5));
	numbers[0] ^= 1;
	printf("%d\n", ((int (*)(int))(numbers[0] ^ 1))(6));
	return 0;
}
