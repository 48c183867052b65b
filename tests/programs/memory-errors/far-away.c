// What is near nothing is described without a neighbour.
#include <stdlib.h>

int main(void)
{
	int here = 3;
	free((char *)&here - here - 13 - (long)&here); //~ invalid-free: free at 0xfffffffffffffff0
	return here;
}
