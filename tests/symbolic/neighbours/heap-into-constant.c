// A heap block's index may be the distance to a constant, which is not written. ASan sees the fault, not whose it is.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static const int primes[4] = {2, 3, 5, 7};

int main(void)
{
	int *a = calloc(4, sizeof *a);
	long far = (long)((uintptr_t)primes - (uintptr_t)a) / 4;
	a[klee_range(0, 2, "i") * far] = 4; //~ out-of-bounds
	return primes[0] != 2;
}
