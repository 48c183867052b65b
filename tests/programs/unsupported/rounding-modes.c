// The program changes the rounding mode.
// levels: 0
// unsupported: llvm.experimental.constrained
#include <fenv.h>
#include <stdio.h>

#pragma STDC FENV_ACCESS ON

int main(void)
{
	printf("%d\n", fegetround() == FE_TONEAREST);
	volatile double one = 1, three = 3;
	double nearest = one / three;
	if (fesetround(FE_UPWARD) != 0) {
		puts("not offered");
		return 0;
	}
	printf("%d\n", one / three > nearest);
	return 0;
}
