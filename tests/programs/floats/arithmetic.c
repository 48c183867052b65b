// Float and double, with every bit printed.
#include <stdio.h>

int main(void)
{
	volatile float f = 0.1f, g = 3.0f;
	volatile double d = 0.1, e = 3.0;
	printf("%a %a %a %a\n", f + g, f - g, f * g, f / g);
	printf("%a %a %a %a\n", d + e, d - e, d * e, d / e);
	printf("%a %a\n", f + d, (float)(d * f));
	float sum = 0;
	double total = 0;
	for (int i = 1; i <= 1000; i++) {
		sum += 1.0f / i;
		total += 1.0 / i;
	}
	printf("%.9g %.17g\n", sum, total);
	f++;
	d -= 0.5;
	printf("%a %a %a\n", f, d, -f);
	return 0;
}
