// The safe twin.
//@ exits: 0 1
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
		if (in[i] > 6 - n || in[i + 1] == 0 || in[i + 1] > n)
			return 1;
		int distance = in[i + 1];
		for (int k = 0; k < in[i]; k++, n++)
			out[n] = out[n - distance];
	}
	return 0;
}
