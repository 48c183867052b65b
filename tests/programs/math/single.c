// Single precision functions.
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile float x = 0.7f, y = 2.3f;
	printf("%a %a %a\n", sinf(x), cosf(x), tanf(x));
	printf("%a %a %a\n", expf(x), logf(x), powf(x, y));
	printf("%a %a %a\n", sqrtf(y), cbrtf(y), hypotf(x, y));
	printf("%a %a %a\n", atan2f(x, y), fmodf(y, x), fmaf(x, y, -1));
	printf("%a %a %a\n", asinf(x), sinhf(x), erff(x));
	printf("%a %a\n", fmaxf(x, y), fminf(x, NAN));
	return 0;
}
