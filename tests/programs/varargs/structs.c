// Structures of many sizes as variadic arguments.
#include <stdarg.h>
#include <stdio.h>

struct s1 { char a; };
struct s3 { char a[3]; };
struct s8 { int a, b; };
struct s12 { int a, b, c; };
struct f8 { float a, b; };
struct m16 { double a; long b; };
struct d16 { double a, b; };
struct s24 { long a, b, c; };
struct s40 { char a[40]; };

static void show(int count, ...)
{
	va_list list;
	va_start(list, count);
	for (int i = 0; i < count; i++) {
		struct s1 a = va_arg(list, struct s1);
		struct s3 b = va_arg(list, struct s3);
		struct s8 c = va_arg(list, struct s8);
		struct s12 d = va_arg(list, struct s12);
		struct f8 e = va_arg(list, struct f8);
		struct m16 f = va_arg(list, struct m16);
		struct d16 g = va_arg(list, struct d16);
		struct s24 h = va_arg(list, struct s24);
		struct s40 j = va_arg(list, struct s40);
		int last = va_arg(list, int);
		printf("%d %d %d %d %g %g %ld %g %ld %d %d\n", a.a, b.a[2], c.b, d.c, e.b, f.a, f.b, g.b, h.c,
			j.a[39], last);
	}
	va_end(list);
}

int main(void)
{
	struct s1 a = {1};
	struct s3 b = {{1, 2, 3}};
	struct s8 c = {4, 5};
	struct s12 d = {6, 7, 8};
	struct f8 e = {.5, 1.5};
	struct m16 f = {2.5, 9};
	struct d16 g = {3.5, 4.5};
	struct s24 h = {10, 11, 12};
	struct s40 j = {.a[39] = 13};
	show(2, a, b, c, d, e, f, g, h, j, 14, a, b, c, d, e, f, g, h, j, 15);
	return 0;
}
