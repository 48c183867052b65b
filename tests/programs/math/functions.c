// The library's mathematics, to the last bit.
#include <math.h>
#include <stdio.h>

#define SHOW(f) do { printf(#f); for (int i = 0; i < 6; i++) printf(" %a", f(x[i])); puts(""); } while (0)

int main(void)
{
	volatile double x[6] = {0.0, 0.5, 1.0, 0.75, 1e-10, 0.999};
	SHOW(sin);
	SHOW(cos);
	SHOW(tan);
	SHOW(asin);
	SHOW(acos);
	SHOW(atan);
	SHOW(exp);
	SHOW(exp2);
	SHOW(expm1);
	SHOW(log1p);
	SHOW(sinh);
	SHOW(cosh);
	SHOW(tanh);
	SHOW(sqrt);
	SHOW(cbrt);
	SHOW(erf);
	SHOW(tgamma);
	SHOW(lgamma);
	SHOW(j0);
	return 0;
}
