// -ffast-math allows the compiler more; plain sums stay what they are.
// cflags: -ffast-math
// levels: 0
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double x = 2, y = 0.5;
	printf("%g %g %g\n", x + y, x * y, x / y);
	printf("%g %g\n", sqrt(x * 8), pow(x, 3));
	printf("%d\n", x > y);
	return 0;
}
