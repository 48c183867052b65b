// -ftrapv makes overflow a trap.
// cflags: -ftrapv
#include <limits.h>
#include <stdio.h>

int main(void)
{
	volatile int most = INT_MAX;
	printf("%d\n", most - 1);
	return most + 1; //~ abort
}
