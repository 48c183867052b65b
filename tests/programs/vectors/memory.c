// Vectors in arrays, structures and calls.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double d4 __attribute__((vector_size(32)));
typedef float f2 __attribute__((vector_size(8)));
struct body { d4 position, speed; int id; };

static d4 add(d4 a, d4 b, double scale) { return a + b * scale; }
static f2 swap(f2 v) { return (f2){v[1], v[0]}; }

static struct body move(struct body b, double time)
{
	b.position = add(b.position, b.speed, time);
	return b;
}

int main(void)
{
	struct body b = {{1, 2, 3, 4}, {0.5, -1, 2, 0}, 7};
	for (int i = 0; i < 4; i++)
		b = move(b, 0.25);
	printf("%g %g %g %g %d\n", b.position[0], b.position[1], b.position[2], b.position[3], b.id);
	d4 *list = aligned_alloc(32, 3 * sizeof *list), sum = {0};
	for (int i = 0; i < 3; i++)
		list[i] = (d4){i, i * i, 1} * 2;
	for (int i = 0; i < 3; i++)
		sum += list[i];
	double out[4];
	memcpy(out, &sum, sizeof out);
	printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
	f2 f = swap((f2){1.5f, 2.5f});
	printf("%g %g\n", f[0], f[1]);
	free(list);
	return 0;
}
