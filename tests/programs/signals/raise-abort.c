// SIGABRT without a handler is an abort.
#include <signal.h>
#include <stdio.h>

int main(void)
{
	puts("before");
	raise(SIGABRT); //~ abort in raise
	return 0;
}
