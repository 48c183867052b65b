// The header of an image: width, height and depth are multiplied in 32 bits, which wraps.
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

struct image {
	uint32_t width, height, depth;
	unsigned char *pixels;
};

static int make(struct image *i)
{
	if (i->width == 0 || i->height == 0 || i->depth == 0)
		return 0;
	uint32_t size = i->width * i->height * i->depth;
	i->pixels = calloc(size, 1);
	return i->pixels != 0;
}

static void clear(struct image *i, uint32_t x, uint32_t y)
{
	if (x < i->width && y < i->height)
		i->pixels[((size_t)y * i->width + x) * i->depth] = 0; //~ out-of-bounds
}

int main(void)
{
	uint32_t width, height, x, y;
	klee_make_symbolic(&width, sizeof width, "width");
	klee_make_symbolic(&height, sizeof height, "height");
	klee_make_symbolic(&x, sizeof x, "x");
	klee_make_symbolic(&y, sizeof y, "y");
#if RANGE
	// The width is up to RANGE, or as much more than 2^30.
	klee_assume((width & ~0x40000000u) <= RANGE);
	klee_assume(height <= RANGE);
#endif
	struct image i = {width, height, 4, 0};
	if (!make(&i))
		return 1;
	clear(&i, x, y);
	free(i.pixels);
	return 0;
}
