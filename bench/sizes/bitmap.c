// A bitmap of up to RANGE bytes, as many bits as the input says: one is set, one is asked for.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

struct bitmap {
	unsigned char *bytes;
	unsigned bits;
};

static int make(struct bitmap *b, unsigned bits)
{
	b->bits = bits;
	b->bytes = calloc(bits / 8 + (bits % 8 != 0), 1);
	return b->bytes != 0;
}

static void set(struct bitmap *b, unsigned i)
{
	b->bytes[i / 8] |= 1u << i % 8;
}

static int is_set(const struct bitmap *b, unsigned i)
{
	return b->bytes[i / 8] >> i % 8 & 1;
}

int main(void)
{
	struct bitmap b;
	unsigned bits, i, j;
	klee_make_symbolic(&bits, sizeof bits, "bits");
	klee_make_symbolic(&i, sizeof i, "i");
	klee_make_symbolic(&j, sizeof j, "j");
#if RANGE
	klee_assume(bits <= 8 * RANGE);
#endif
	klee_assume((i < bits) & (j < bits));
	if (!make(&b, bits))
		return 1;
	set(&b, i);
	assert(is_set(&b, j) == (i == j));
	free(b.bytes);
	return 0;
}
