// Formats with no printf of their own: 128 bits and bfloat16.
#include <stdio.h>

int main(void)
{
	volatile __float128 quad = 1;
	quad = quad / 3 + 1e-25;
	printf("%a %a %d\n", (double)quad, (double)(quad - (double)quad), (int)(quad * 9));
	volatile __bf16 brain = 1.2345f;
	brain = brain * brain;
	printf("%a\n", (double)(float)brain);
	return 0;
}
