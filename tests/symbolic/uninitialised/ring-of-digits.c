// Whether a slot of the ring was written follows from arithmetic on a digit: hard to reason about in general, and easy
// once the digit is known.
//@ exits: 0 1 2
#include <klee/klee.h>

int main(void)
{
	unsigned char d = klee_range('1', '9' + 1, "d");
	unsigned x[4];
	unsigned n = (d - '0') * 100000000u / 10;
	unsigned z = 0;
	x[z] = n / 1000000;
	if (n / 1000000 % 4096)
		z++;
	x[z] = n / 7 * 13;
	unsigned long carry = (unsigned long)x[z] << 29;
	x[z & 3] = (unsigned)(carry % 1000000000);
	if ((x[0] + carry / 1000000000 + x[1] / 3) % 7 == 3)
		return 1;
	if (x[z] / 512 % 2)
		return 2;
	return 0;
}
