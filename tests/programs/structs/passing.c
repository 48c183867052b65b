// Structures of every size from 1 to 40 bytes, by value in and out.
#include <stdio.h>
#include <string.h>

#define SIZES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) \
	X(17) X(18) X(20) X(23) X(24) X(25) X(31) X(32) X(33) X(39) X(40)

#define DEFINE(n) \
	struct s##n { unsigned char b[n]; }; \
	__attribute__((noinline)) static struct s##n next##n(int before, struct s##n s, int after) \
	{ \
		for (int i = 0; i < n; i++) \
			s.b[i] += before + after; \
		return s; \
	}

#define CALL(n) { \
		struct s##n s; \
		for (int i = 0; i < n; i++) \
			s.b[i] = i; \
		struct s##n r = next##n(1, next##n(2, s, 3), 4); \
		int sum = 0; \
		for (int i = 0; i < n; i++) \
			sum += r.b[i] - s.b[i]; \
		printf("%d:%d ", n, sum); \
	}

SIZES(DEFINE)

int main(void)
{
	SIZES(CALL)
	puts("");
	return 0;
}
