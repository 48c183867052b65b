// The rules of inline, in both dialects.
// cflags: -std=gnu99
#include <stdio.h>

inline int twice(int x) { return 2 * x; }
extern int twice(int x);
static inline int thrice(int x) { return 3 * x; }
extern inline __attribute__((gnu_inline)) int only_here(int x) { return x + 1; }
int only_here(int x) { return x + 100; }
__attribute__((always_inline)) static inline int always(int x) { return thrice(twice(x)); }
__attribute__((noinline, noclone)) static int never(int x) { return always(x) + 1; }

int main(void)
{
	int (*volatile p)(int) = twice;
	printf("%d %d %d %d\n", p(4), never(5), always(6), (only_here(1) == 2) | (only_here(1) == 101));
	return 0;
}
