// And 128 bits.
#include <stdio.h>

int main(void)
{
	volatile __int128 one = 1, zero = 0;
	printf("%d\n", (int)(one / 1));
	return (int)(one / zero); //~ division-by-zero
}
