// Complex functions of the library.
#include <complex.h>
#include <stdio.h>

static void show(const char *name, double complex z)
{
	printf("%s %.12g %.12g\n", name, creal(z), cimag(z));
}

int main(void)
{
	volatile double complex z = 0.5 - 1.25 * I;
	show("exp", cexp(z));
	show("log", clog(z));
	show("sqrt", csqrt(z));
	show("pow", cpow(z, 2 + I));
	show("sin", csin(z));
	show("cos", ccos(z));
	show("tanh", ctanh(z));
	show("acos", cacos(z));
	printf("%.12g %.12g\n", cabs(z), carg(z));
	show("proj", cproj(z));
	return 0;
}
