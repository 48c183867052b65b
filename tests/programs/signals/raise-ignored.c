// A signal that is ignored, or ignored by default, does nothing.
#include <signal.h>
#include <stdio.h>

int main(void)
{
	signal(SIGUSR1, SIG_IGN);
	printf("%d\n", raise(SIGUSR1));
	printf("%d\n", raise(SIGCHLD));
	puts("still here");
	return 0;
}
