// What x86-64 makes of a float that the integer cannot hold. In unoptimised code that is a finding.
// levels: 2
#include <stdio.h>

int main(void)
{
	volatile double a[] = {-1, 5e9, -5e9, 300, 70000, -129, -40000, 1e19, 1.9e19, 1e20, -1e20, 0.0 / 0.0};
	volatile float b[] = {-1, 5e9f, 300, 1e19f, 1e20f};
	for (unsigned i = 0; i < sizeof a / sizeof *a; i++) {
		volatile unsigned char c = (unsigned char)a[i];
		volatile signed char s = (signed char)a[i];
		volatile short h = (short)a[i];
		volatile unsigned short u = (unsigned short)a[i];
		printf("%d %d %d %d ", c, s, h, u);
		printf("%u %d %lx %lx\n", (unsigned)a[i], (int)a[i], (unsigned long)a[i], (long)a[i]);
	}
	for (unsigned i = 0; i < sizeof b / sizeof *b; i++) {
		volatile unsigned char c = (unsigned char)b[i];
		printf("%d %u %d %lx\n", c, (unsigned)b[i], (int)b[i], (unsigned long)b[i]);
	}
	return 0;
}
