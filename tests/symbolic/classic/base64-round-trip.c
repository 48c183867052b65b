// The safe twin: what was encoded is decoded.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static char digit(unsigned v)
{
	if (v < 26)
		return 'A' + v;
	if (v < 52)
		return 'a' + v - 26;
	if (v < 62)
		return '0' + v - 52;
	return v == 62 ? '+' : '/';
}

static unsigned value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : 63;
}

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "x");
	char high = digit(x >> 2), low = digit((x & 3) << 4);
	assert((value(high) << 2 | value(low) >> 4) == x);
	return 0;
}
