// The pixel behind the last one of a row is, in the last row, outside the image.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned width, height, depth, x, y, k;
	klee_make_symbolic(&width, sizeof width, "width");
	klee_make_symbolic(&height, sizeof height, "height");
	klee_make_symbolic(&depth, sizeof depth, "depth");
	klee_make_symbolic(&x, sizeof x, "x");
	klee_make_symbolic(&y, sizeof y, "y");
	klee_make_symbolic(&k, sizeof k, "k");
	if (width > 2000 || height > 2000 || depth > 8)
		return 1;
	unsigned size = width * height * depth, row = width * depth;
	if (size > 4096)
		return 2;
	unsigned char *pixels = malloc(size);
	if (x <= width && y < height && k < depth)
		pixels[y * row + x * depth + k] = 1; //~ out-of-bounds
	free(pixels);
	return 0;
}
