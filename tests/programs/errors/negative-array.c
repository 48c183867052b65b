// An array of -1 elements does not fit.
#include <stdio.h>

int main(void)
{
	volatile int n = -1;
	puts("before");
	char room[n]; //~ stack-overflow
	room[0] = 1;
	return room[0];
}
