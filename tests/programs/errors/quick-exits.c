// _Exit runs nothing and flushes nothing.
// status: 7
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void never(void)
{
	puts("never");
}

int main(void)
{
	atexit(never);
	printf("lost");
	write(1, "kept\n", 5);
	_Exit(7);
}
