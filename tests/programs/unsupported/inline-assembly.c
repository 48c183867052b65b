// Assembly is not C.
// levels: 0
// unsupported: assembly
#include <stdio.h>

int main(void)
{
	int x = 1;
	puts("before");
	__asm__ volatile("addl $41, %0" : "+r"(x));
	printf("%d\n", x);
	return 0;
}
