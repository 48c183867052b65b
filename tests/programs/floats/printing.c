// Every way to print a float.
#include <stdio.h>

int main(void)
{
	double values[] = {0, 1, -1.5, 123456789.125, 1e-7, 6.02214076e23, 0.1, 1e100, 5e-324, 99999.95};
	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		double x = values[i];
		printf("%f|%.0f|%e|%.3E|%g|%G|%#g|%a|%.2a\n", x, x, x, x, x, x, x, x, x);
		printf("%+.2f|% .2f|%12.4f|%-12.2e|%012.3f|%.15g|%.17g\n", x, x, x, x, x, x, x);
	}
	return 0;
}
