// A blocked signal is pending.
#include <signal.h>
#include <stdio.h>

int main(void)
{
	sigset_t set, pending;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR2);
	sigpending(&pending);
	printf("%d %d\n", sigismember(&pending, SIGUSR2), sigismember(&pending, SIGUSR1));
	return 0;
}
