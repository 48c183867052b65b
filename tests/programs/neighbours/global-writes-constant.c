// What is wrong is where the pointer is from, not that it leads to a constant. ASan sees the fault, not whose it is.
#include <stdint.h>
#include <stdio.h>

static const int primes[4] = {2, 3, 5, 7};
static int squares[5] = {0, 1, 4, 9, 16};

int main(void)
{
	long far = (long)((uintptr_t)primes - (uintptr_t)squares) / 4;
	printf("%d %d\n", squares[4], primes[3]);
	squares[far + 1] = 4; //~ out-of-bounds: of global `squares` of 20 bytes
	return 0;
}
