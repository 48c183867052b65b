// Recursion without end fills the stack.
#include <stdio.h>

static int depth(int n)
{
	volatile char room[100] = {0};
	return depth(n + 1) + room[n % 100]; //~ stack-overflow
}

int main(void)
{
	puts("before");
	return depth(0);
}
