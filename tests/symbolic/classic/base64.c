// Decoding one group: a byte above 127 is no index of the table.
//@ exits: 0 1
#include <klee/klee.h>

static const signed char value[128] = {
	['A'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
	['a'] = 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
	['0'] = 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, ['+'] = 63, ['/'] = 64,
};

int main(void)
{
	unsigned char in[2];
	unsigned bits = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < 2; i++) {
		klee_assume(in[i] <= 128);
		int v = value[in[i]]; //~ out-of-bounds
		if (v == 0)
			return 1;
		bits = bits << 6 | (v - 1);
	}
	return bits >> 12;
}
