// An integer passed where the function, by another prototype, expects a double.
// cflags: -std=gnu89
#include <stdio.h>

int half();

int main(void)
{
	printf("%d\n", half(2.0));
	printf("%d\n", half(2)); //~ bad-call: argument 1
	return 0;
}

int half(double x)
{
	return (int)(x / 2);
}
