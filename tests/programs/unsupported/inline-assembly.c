// Of most instructions nothing is known; the line is that of the program, not of the header that has the assembly.
// levels: 0
// unsupported: inline assembly "fsqrt" in main at
#include <stdio.h>

int main(void)
{
	double x = 2;
	puts("before");
	__asm__ volatile("fsqrt" : "+t"(x));
	printf("%g\n", x);
	return 0;
}
