// Run lengths and distances from the input: neither is looked at.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned char in[4], out[6];
	int n = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < 4; i += 2) {
		if (in[i] == 0) {
			out[n++] = in[i + 1];
			continue;
		}
		if (in[i] > 7 || in[i + 1] != 1)
			return 0;
		for (int k = 0; k < in[i]; k++, n++) {
			unsigned char copied = out[n - 1]; //~ out-of-bounds
			out[n] = copied; //~ out-of-bounds
		}
	}
	return 0;
}
