// What is called is a pointer in an object that the input chooses.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

struct shape {
	int width;
	int (*area)(const struct shape *);
};

static int square(const struct shape *shape)
{
	return shape->width * shape->width;
}

static int line(const struct shape *shape)
{
	(void)shape;
	return 0;
}

int main(void)
{
	struct shape *shapes[3];
	for (int i = 0; i < 3; i++) {
		shapes[i] = malloc(sizeof **shapes);
		*shapes[i] = (struct shape){i + 1, i == 1 ? line : square};
	}
	const struct shape *shape = shapes[klee_range(0, 3, "i")];
	int area = shape->area(shape);
	if (area == 9)
		return 2;
	if (area == 0)
		return 1;
	return 0;
}
