// Assembly without instructions is a barrier to the compiler and nothing else.
#include <stdio.h>

int main(void)
{
	int x = 41;
	__asm__ volatile("" ::: "memory");
	__asm__("" : "+r"(x));
	__asm__ volatile("" : : "r"(&x) : "memory");
	int copy;
	__asm__("" : "=r"(copy) : "0"(x + 1));
	printf("%d %d\n", x, copy);
	return 0;
}
