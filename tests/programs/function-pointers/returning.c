// Functions that return functions, and pointers that are compared and kept as numbers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*choose(int which))(int) { return which ? square : twice; }

int main(void)
{
	int (*f)(int) = choose(0), (*g)(int) = choose(1);
	printf("%d %d %d\n", f(5), g(5), choose(1)(f(3)));
	printf("%d %d %d\n", f == twice, f != g, &square == *g);
	uintptr_t number = (uintptr_t)g;
	printf("%d\n", ((int (*)(int))number)(9));
	int (*copy)(int);
	memcpy(&copy, &f, sizeof f);
	printf("%d\n", (***copy)(21));
	return 0;
}
