// An array of an inner block, used after the block.
#include <stdio.h>

int main(void)
{
	int *p = NULL;
	volatile int n = 10;
	{
		int list[n];
		list[3] = 4;
		p = list;
		printf("%d\n", p[3]);
	}
	return p[3]; //~ use-after-scope
}
