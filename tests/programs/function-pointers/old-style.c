// Definitions and calls of the old style, without prototypes.
// cflags: -std=gnu89
#include <stdio.h>

int add();

int later(a, b, c)
	int a;
	char b;
	float c;
{
	return a + b + (int)c;
}

main()
{
	printf("%d\n", add(1, 2));
	printf("%d\n", later(1, 'a', 2.5));
	printf("%d\n", undeclared(20));
	return 0;
}

add(a, b)
{
	return a + b;
}

int undeclared(int x)
{
	return x + 1;
}
