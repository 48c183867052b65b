// Casting const away does not make it writable.
#include <stdio.h>

static const int primes[4] = {2, 3, 5, 7};

int main(void)
{
	volatile int i = 2;
	int *p = (int *)primes;
	printf("%d\n", p[i]);
	p[i] = 6; //~ read-only-write: offset 8 of constant `primes` of 16 bytes
	return 0;
}
