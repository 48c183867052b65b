// long double has 64 bits here, natively as in the engine.
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	volatile long double x = 1.0L / 3, y = 1e100L;
	printf("%zu %d\n", sizeof x, LDBL_MANT_DIG);
	printf("%La %Lg %.20Lf\n", x, y, x * 3);
	printf("%Lg %d\n", strtold("2.5e3", NULL), (int)(x * 10));
	printf("%d %Lf\n", x < y, (long double)7 / 2);
	return 0;
}
