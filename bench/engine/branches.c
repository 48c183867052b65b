// Sixteen branches on sixteen bytes: 2^16 paths and next to nothing on each.
#include <klee/klee.h>

enum { BYTES = 16 };

int main(void)
{
	unsigned char bytes[BYTES];
	klee_make_symbolic(bytes, sizeof bytes, "bytes");
	int large = 0;
	for (int i = 0; i < BYTES; i++)
		if (bytes[i] > 100)
			large++;
	return large;
}
