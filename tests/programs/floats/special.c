// Infinities, zeros with signs, and what is no number.
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double zero = 0.0, one = 1.0, huge = 1e308;
	double inf = one / zero, nan = inf - inf;
	printf("%f %f %f %f\n", inf, -inf, fabs(nan), huge * 10);
	printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1));
	printf("%d %d %d\n", isnan(nan), isinf(inf), isfinite(huge));
	printf("%g %g %d %d\n", -zero, zero * -1, signbit(-zero) != 0, -zero == zero);
	printf("%d %d %d\n", fpclassify(5e-324) == FP_SUBNORMAL, fpclassify(zero) == FP_ZERO, isnormal(one) != 0);
	printf("%g %g\n", fmax(nan, 2), fmin(3, nan));
	printf("%d %d %d\n", isless(1, nan), isunordered(1, nan), isgreater(inf, 1));
	printf("%g %a\n", 5e-324 / 2, 2.2250738585072014e-308 / 2);
	return 0;
}
