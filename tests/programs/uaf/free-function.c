// Nor a function.
#include <stdlib.h>

int main(void)
{
	free((void *)main); //~ invalid-free
	return 0;
}
