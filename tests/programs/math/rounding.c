// Every way to round.
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double values[] = {0.5, 1.5, 2.5, -0.5, -1.5, 2.4999999999999996, 1e15 + 0.5, 0.49999999999999994, -0.0};
	for (int i = 0; i < 9; i++) {
		double x = values[i];
		printf("%g: %g %g %g %g %g %g ", x, floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
		printf("%ld %lld %ld\n", lround(x), llrint(x), lrintf((float)x));
	}
	volatile float f = 2.5f;
	printf("%g %g %g %g\n", roundf(f), rintf(f), floorf(-f), truncf(-f));
	return 0;
}
