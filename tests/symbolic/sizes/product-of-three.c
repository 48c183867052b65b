// A pixel of an image of any width, height and depth, whose product is checked by division.
//@ exits: 0 1 2 3 4
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	size_t width, height, depth, x, y, k;
	klee_make_symbolic(&width, sizeof width, "width");
	klee_make_symbolic(&height, sizeof height, "height");
	klee_make_symbolic(&depth, sizeof depth, "depth");
	klee_make_symbolic(&x, sizeof x, "x");
	klee_make_symbolic(&y, sizeof y, "y");
	klee_make_symbolic(&k, sizeof k, "k");
	if (!width || !height || !depth)
		return 1;
	if (width > SIZE_MAX / height)
		return 2;
	if (width * height > SIZE_MAX / depth)
		return 3;
	size_t size = width * height * depth;
	if (size > 4096)
		return 4;
	unsigned char *pixels = malloc(size);
	if (x < width && y < height && k < depth)
		pixels[(y * width + x) * depth + k] = 1;
	free(pixels);
	return 0;
}
