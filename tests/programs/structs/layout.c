// Sizes and offsets, packed and not.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct plain { char a; int b; short c; long d; char e; };
struct __attribute__((packed)) tight { char a; int b; short c; long d; char e; };
struct __attribute__((aligned(32))) wide { char a; };
struct holder { char c; struct wide w; char d; };
struct empty {};
struct tail { int n; char text[]; };

int main(void)
{
	printf("%zu %zu %zu %zu\n", sizeof(struct plain), sizeof(struct tight), sizeof(struct wide),
		sizeof(struct holder));
	printf("%zu %zu %zu\n", offsetof(struct plain, d), offsetof(struct tight, d), offsetof(struct holder, d));
	printf("%zu %zu %zu\n", sizeof(struct empty), sizeof(struct tail), offsetof(struct tail, text));
	struct tight t = {1, 2, 3, 4, 5}, u = t;
	int *odd = &u.b;
	*odd += 1;
	printf("%d %d %d %ld %d\n", u.a, u.b, u.c, u.d, u.e);
	printf("%d\n", memcmp(&t, &u, sizeof t) != 0);
	return 0;
}
