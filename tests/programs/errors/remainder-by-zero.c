// The remainder of an unsigned division, too.
#include <stdio.h>

int main(void)
{
	unsigned long size = 0, hash = 1234567;
	unsigned char small = 17;
	printf("%lu\n", hash % (size + 10));
	printf("%d\n", small % 5);
	printf("%lu\n", hash % size); //~ division-by-zero
	return 0;
}
