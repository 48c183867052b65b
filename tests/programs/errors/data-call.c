// Data is not code.
#include <stdio.h>

static int data = 0xc3;

int main(void)
{
	void (*f)(void) = (void (*)(void))&data;
	puts("before");
	f(); //~ bad-call: which is no function
	return 0;
}
