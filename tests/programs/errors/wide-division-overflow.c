// The smallest of 128 bits by -1.
#include <stdio.h>

int main(void)
{
	volatile __int128 least = (__int128)1 << 127, minus = -1;
	printf("%d\n", (int)((least + 1) / minus >> 126));
	return (int)(least / minus); //~ signed-overflow
}
