// A signal the program has a handler for.
// levels: 0
// unsupported: delivery of SIGUSR1 to the program
#include <signal.h>
#include <stdio.h>

static void handler(int number)
{
	printf("signal %d\n", number);
}

int main(void)
{
	signal(SIGUSR1, handler);
	puts("before");
	raise(SIGUSR1);
	return 0;
}
