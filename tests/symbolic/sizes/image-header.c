// Width, height and depth of an image are multiplied in 32 bits, and the product wraps.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned width, height = klee_range(1, 4, "height"), depth = 4;
	klee_make_symbolic(&width, sizeof width, "width");
	klee_assume(width % 0x40000000 - 1 < 3);
	unsigned char *pixels = calloc(width * height * depth, 1);
	unsigned x = klee_range(0, 4, "x"), y = klee_range(0, 4, "y");
	if (x < width && y < height)
		pixels[((size_t)y * width + x) * depth] = 1; //~ out-of-bounds
	free(pixels);
	return 0;
}
