// Vectors as variadic arguments.
#include <stdarg.h>
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));

static int sum(int count, ...)
{
	va_list list;
	va_start(list, count);
	int total = 0;
	for (int i = 0; i < count; i++) {
		total += va_arg(list, int);
		v4 v = va_arg(list, v4);
		total += v[0] + v[3];
		f2 f = va_arg(list, f2);
		total += (int)(f[0] * f[1]);
	}
	va_end(list);
	return total;
}

int main(void)
{
	v4 v = {1, 2, 3, 4};
	f2 f = {2.5f, 4};
	printf("%d\n", sum(3, 100, v, f, 200, v * 2, f, 300, v * 3, f * 2));
	return 0;
}
