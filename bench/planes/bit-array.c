// A set of small numbers as bits of words: two go in, one comes out.
#include <assert.h>
#include <klee/klee.h>

static unsigned char bits[32];

static void set(unsigned char n)
{
	bits[n / 8] |= (unsigned char)(1u << n % 8);
}

static int has(unsigned char n)
{
	return bits[n / 8] >> n % 8 & 1;
}

int main(void)
{
	unsigned char in[3];
	klee_make_symbolic(in, sizeof in, "in");
	set(in[0]);
	set(in[1]);
	assert(has(in[0]) && has(in[1]));
	bits[in[0] / 8] &= (unsigned char)~(1u << in[0] % 8);
	assert(!has(in[0]));
	if (has(in[2]))
		assert(in[2] == in[1] && in[1] != in[0]);
	return 0;
}
