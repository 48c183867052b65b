// A local is nothing to free.
#include <stdlib.h>

int main(void)
{
	int numbers[4] = {1};
	int *p = numbers;
	free(p); //~ invalid-free: offset 0 of local `numbers` of 16 bytes
	return 0;
}
