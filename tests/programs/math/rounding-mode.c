// Rounding to nearest is the only mode.
#include <fenv.h>
#include <stdio.h>

int main(void)
{
	volatile double one = 1, three = 3;
	printf("%d %d\n", fesetround(FE_UPWARD) != 0, fegetround() == FE_TONEAREST);
	printf("%d %.20g\n", fesetround(FE_TONEAREST), one / three);
	feraiseexcept(FE_OVERFLOW);
	printf("%d %d\n", fetestexcept(FE_OVERFLOW) != 0, fetestexcept(FE_UNDERFLOW) != 0);
	feclearexcept(FE_ALL_EXCEPT);
	printf("%d\n", fetestexcept(FE_OVERFLOW) != 0);
	return 0;
}
