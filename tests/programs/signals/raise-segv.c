// A fatal signal the program sends itself is an abort, too.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	puts("before");
	kill(getpid(), SIGSEGV); //~ abort in kill
	return 0;
}
