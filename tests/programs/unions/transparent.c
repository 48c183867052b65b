// Unions of structures with a common beginning, and a transparent union as an argument.
#include <stdio.h>

struct any { int kind; };
struct circle { int kind; double radius; };
struct square { int kind; int side; };
union shape { struct any any; struct circle circle; struct square square; };
typedef union { int *i; float *f; } pointer __attribute__((transparent_union));

static double area(union shape s)
{
	return s.any.kind == 0 ? s.circle.radius * s.circle.radius * 3 : s.square.side * s.square.side;
}

static int first_byte(pointer p)
{
	return *(unsigned char *)p.i;
}

int main(void)
{
	union shape shapes[] = {{.circle = {0, 1.5}}, {.square = {1, 7}}};
	printf("%g %g %zu\n", area(shapes[0]), area(shapes[1]), sizeof(union shape));
	int i = 77;
	float f = 1.1f;
	printf("%d %d\n", first_byte(&i), first_byte(&f));
	return 0;
}
