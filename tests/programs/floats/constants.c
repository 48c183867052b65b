// Minimum, maximum and classification without library calls; constants of every form.
#include <float.h>
#include <stdio.h>

int main(void)
{
	volatile double nan = __builtin_nan(""), inf = __builtin_inf(), x = -2.5;
	printf("%d %d %d\n", __builtin_isnan(nan), __builtin_isinf_sign(-inf), __builtin_signbit(x) != 0);
	printf("%g %g %g\n", __builtin_fmin(x, nan), __builtin_fabs(x), __builtin_copysign(3, x));
	printf("%a %a %a\n", DBL_MAX, DBL_MIN, DBL_TRUE_MIN);
	printf("%a %a %a\n", FLT_MAX, FLT_MIN, FLT_EPSILON);
	printf("%a %a %a\n", 0x1.8p-3, 1e23, 0x.1p4f);
	printf("%d %d %d\n", FLT_EVAL_METHOD, DBL_DIG, FLT_RADIX);
	printf("%d\n", __builtin_fpclassify(0, 1, 2, 3, 4, x));
	return 0;
}
