// Compound literals are locals, or globals outside of functions.
#include <stdio.h>

struct point {
	int x, y;
};

static struct point *origin = &(struct point){1, 2};

static int area(const struct point *p, const int *scale)
{
	return p->x * p->y * scale[1];
}

int main(void)
{
	printf("%d\n", area(&(struct point){3, 4}, (int[]){1, 2, 3}));
	printf("%d\n", area(origin, (const int[2]){[1] = 5}));
	struct point *p = &(struct point){.y = 9};
	p->x = 2;
	printf("%d\n", area(p, &(int[]){7, 8}[0]));
	return 0;
}
