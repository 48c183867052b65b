// GNU vectors: arithmetic on all elements at once.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));

static void show(v4 v)
{
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void)
{
	v4 a = {1, -2, 3, 100}, b = {7, 7, -7, 9};
	show(a + b);
	show(a - b);
	show(a * b);
	show(b / a);
	show(b % a);
	show((a & b) | ~a);
	show(-a);
	show(a + 5);
	f4 f = {1, 2, 3, 4}, g = f * f / 3.0f;
	printf("%a %a %a %a\n", g[0], g[1], g[2], g[3]);
	b16 bytes = {250, 251, 252};
	bytes += 5;
	bytes[15] = 77;
	for (int i = 0; i < 16; i++)
		printf("%d ", bytes[i]);
	puts("");
	return 0;
}
