// The safe twin: the decoder knows where the text ends.
//@ exits: 0 1 2
#include <klee/klee.h>

static int decode(const unsigned char *p, int left, unsigned *code)
{
	if (p[0] < 0x80) {
		*code = p[0];
		return 1;
	}
	if (p[0] >> 5 == 6 && left >= 2) {
		*code = (p[0] & 31u) << 6 | (p[1] & 63);
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
		int n = decode(text + i, 2 - i, &code);
		if (n == 0)
			return 1;
		i += n;
	}
	if (code == 0xe9)
		return 2;
	return 0;
}
