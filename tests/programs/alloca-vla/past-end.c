// Its bounds are those of this time.
#include <stdio.h>

static int last(int n)
{
	int list[n];
	for (int i = 0; i <= n; i++)
		list[i] = i; //~ out-of-bounds: of 20 bytes
	return list[n - 1];
}

int main(void)
{
	printf("%d\n", last(5));
	return 0;
}
