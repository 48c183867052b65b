// Complex numbers in calls, arrays and variadic lists.
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

typedef double complex number;

static number sum(int count, ...)
{
	va_list list;
	va_start(list, count);
	number total = 0;
	while (count--)
		total += va_arg(list, number);
	va_end(list);
	return total;
}

static float complex turn(float complex z, int times)
{
	return times ? turn(z * I, times - 1) : z;
}

int main(void)
{
	number s = sum(3, (number)1, (number)(2 * I), 3.0 + 4 * I + (number)0);
	printf("%g %g\n", creal(s), cimag(s));
	float complex t = turn(1 + 2 * I, 3);
	printf("%g %g\n", crealf(t), cimagf(t));
	number roots[8];
	for (int i = 0; i < 8; i++)
		roots[i] = cexp(2 * M_PI * I * i / 8);
	number product = 1;
	for (int i = 1; i < 8; i++)
		product *= 1 - roots[i];
	printf("%.9f %.9f\n", creal(product), fabs(cimag(product)));
	return 0;
}
