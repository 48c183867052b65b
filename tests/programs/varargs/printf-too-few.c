// A format that asks for more than there is.
#include <stdio.h>

int main(void)
{
	printf("%d\n", 1);
	printf("%d %s\n", 1); //~ out-of-bounds in printf
	return 0;
}
