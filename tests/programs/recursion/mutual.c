// Two functions that call each other.
#include <stdbool.h>
#include <stdio.h>

static bool odd(unsigned n);

static bool even(unsigned n)
{
	return n == 0 || odd(n - 1);
}

static bool odd(unsigned n)
{
	return n != 0 && even(n - 1);
}

int main(void)
{
	printf("%d %d %d\n", even(1000), odd(1000), odd(777));
	return 0;
}
