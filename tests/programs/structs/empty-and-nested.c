// Empty structures, arrays of no elements, deep nesting.
#include <stddef.h>
#include <stdio.h>

struct empty {};
struct zero { int n; int none[0]; };
struct deep { struct { struct { struct { int x; } c; } b[2]; } a; struct empty e; int after; };

static struct empty pass(int before, struct empty e, int after)
{
	printf("%d %d\n", before, after);
	return e;
}

int main(void)
{
	struct empty e = {};
	e = pass(1, e, 2);
	struct zero z = {5};
	struct deep d = {.a.b[1].c.x = 7, .after = 8}, f = d;
	f.a.b[0].c.x = f.a.b[1].c.x + 1;
	printf("%zu %d %d %d %d\n", sizeof z, z.n, d.a.b[1].c.x, f.a.b[0].c.x, f.after);
	printf("%zu %zu\n", offsetof(struct deep, e), sizeof(struct deep));
	return 0;
}
