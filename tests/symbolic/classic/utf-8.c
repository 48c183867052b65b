// A lead byte at the end of the text promises more than there is.
//@ exits: 0 1 2
#include <klee/klee.h>

static int decode(const unsigned char *p, unsigned *code)
{
	if (p[0] < 0x80) {
		*code = p[0];
		return 1;
	}
	if (p[0] >> 5 == 6) {
		*code = (p[0] & 31u) << 6 | (p[1] & 63); //~ out-of-bounds
		return 2;
	}
	return 0;
}

int main(void)
{
	unsigned char text[2];
	unsigned code = 0;
	klee_make_symbolic(text, sizeof text, "text");
	for (int i = 0; i < 2;) {
		int n = decode(text + i, &code);
		if (n == 0)
			return 1;
		i += n;
	}
	if (code == 0xe9)
		return 2;
	return 0;
}
