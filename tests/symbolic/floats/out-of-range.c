// A float whose whole part an integer cannot hold has no value as such an integer: it is too large, too small, or no number.
//@ exits: 0
#include <klee/klee.h>

static int whole(double x)
{
	return x; //~ undefined
}

static unsigned char byte(float x)
{
	return x; //~ undefined
}

static long wide(float x)
{
	return x; //~ undefined
}

int main(void)
{
	double x;
	klee_make_symbolic(&x, sizeof x, "x");

	switch (klee_range(0, 6, "way")) {
	case 0:
		return whole(x) == 7 && (x < 7 || x >= 8);
	case 1:
		return byte(x) == 7 && ((float)x < 7 || (float)x >= 8);
	case 2:
		return wide(x) == 7 && ((float)x < 7 || (float)x >= 8);
	case 3: // The last numbers that fit.
		klee_assume((x > -2147483649.0) & (x < 2147483648.0));
		return whole(x) == 7 && (x < 7 || x >= 8);
	case 4:
		klee_assume(((float)x > -1) & ((float)x < 256));
		return byte(x) == 7 && ((float)x < 7 || (float)x >= 8);
	default: // -2^63 fits, 2^63 does not, and no float lies between it and the number before.
		klee_assume((x >= -0x1p63) & (x <= 0x1.fffffep62));
		return wide(x) == 7 && ((float)x < 7 || (float)x >= 8);
	}
}
