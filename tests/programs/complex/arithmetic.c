// Complex numbers: the four operations and their special cases.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void show(double complex z)
{
	printf("%a %a\n", creal(z), cimag(z));
}

int main(void)
{
	volatile double complex a = 1 + 2 * I, b = -0.5 + 0.25 * I;
	show(a + b);
	show(a - b);
	show(a * b);
	show(a / b);
	show(-a);
	show(~a);
	show(a * 2 + 1);
	show(conj(b) * b);
	printf("%d %d\n", a == b, a != b);
	volatile float complex f = a;
	f *= f;
	printf("%a %a\n", crealf(f), cimagf(f));
	double complex inf = (INFINITY + 1 * I) * a;
	printf("%d %zu\n", isinf(creal(inf)) || isinf(cimag(inf)), sizeof inf);
	return 0;
}
