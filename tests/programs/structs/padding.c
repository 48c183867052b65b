// Copying padding is no access of a value, and fine.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gap {
	char a;
	long b;
	char c;
};

int main(void)
{
	struct gap g;
	g.a = 1;
	g.b = 2;
	g.c = 3;
	struct gap *copy = malloc(sizeof *copy), other;
	memcpy(copy, &g, sizeof g);
	other = *copy;
	memcpy(copy, &other, sizeof other);
	printf("%d %ld %d\n", copy->a, copy->b, copy->c);
	free(copy);
	return 0;
}
