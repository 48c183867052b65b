// A callee's changes stay its own.
#include <stdio.h>

struct big {
	int values[20];
};

static int spoil(struct big b, struct big *original)
{
	b.values[3] = 1000;
	original->values[4] = 2000;
	return b.values[3] + b.values[4];
}

static struct big again(struct big b, int depth)
{
	b.values[0] += depth;
	return depth ? again(b, depth - 1) : b;
}

int main(void)
{
	struct big b = {{1, 2, 3, 4, 5}};
	printf("%d\n", spoil(b, &b));
	printf("%d %d\n", b.values[3], b.values[4]);
	b = again(b, 10);
	printf("%d\n", b.values[0]);
	return 0;
}
