// Nor has its remainder.
#include <limits.h>
#include <stdio.h>

int main(void)
{
	long least = LONG_MIN, minus = -1;
	printf("%ld\n", (least + 1) % minus);
	return (int)(least % minus); //~ signed-overflow
}
