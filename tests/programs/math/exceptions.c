// Floating point exceptions.
// levels: 0
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double zero = 0, one = 1;
	feclearexcept(FE_ALL_EXCEPT);
	volatile double inf = one / zero;
	printf("%d %d\n", fetestexcept(FE_DIVBYZERO) != 0, isinf(inf));
	return 0;
}
