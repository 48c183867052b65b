// A program may be over before main.
// status: 5
#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void early(void)
{
	puts("early");
	exit(5);
}

int main(void)
{
	puts("never");
	return 0;
}
