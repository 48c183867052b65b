// The status of the program is the status of the run.
// status: 42
#include <stdlib.h>
#include <stdio.h>

static void leave(int status)
{
	printf("leaving with %d\n", status);
	exit(status);
}

int main(void)
{
	leave(42);
	return 1;
}
