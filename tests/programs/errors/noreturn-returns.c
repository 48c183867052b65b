// A function that promised not to return.
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void fail(int status)
{
	if (status)
		exit(status);
} //~ unreachable

int main(void)
{
	puts("before");
	fail(0);
	return 0;
}
