// Functions of two arguments and their special cases.
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double two = 2, three = 3, minus = -8, zero = 0, tenth = 0.1;
	printf("%a %a %a\n", pow(two, 0.5), pow(minus, 1.0 / 3), pow(zero, zero));
	printf("%a %a %a\n", pow(minus, three), pow(two, -1074), pow(two, 1024));
	printf("%a %a\n", atan2(-two, -three), atan2(zero, minus));
	printf("%a %a\n", hypot(three, 4), hypot(1e200, 1e200));
	printf("%a %a %a\n", fmod(minus, three), remainder(minus, three), fmod(1, tenth));
	int exponent, quotient;
	double fraction = frexp(minus, &exponent), whole, part = modf(-3.75 * two, &whole);
	printf("%a %d %a %a\n", fraction, exponent, part, whole);
	printf("%a %d\n", remquo(17, three, &quotient), quotient & 7);
	printf("%a %a %a\n", ldexp(tenth, 10), scalbn(tenth, -1080), nextafter(1, 2));
	printf("%a %a %a\n", fma(tenth, 10, -1), fdim(two, three), copysign(two, -zero));
	printf("%a %a %d\n", log(two), log10(1000 * two), ilogb(1000));
	return 0;
}
