// A signal that waits and is ignored before it can come does not come.
#include <signal.h>
#include <stdio.h>

static void handler(int number) { (void)number; }

static void one(int number, void (*later)(int))
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, number);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(number, handler);
	raise(number);
	signal(number, later);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	puts("nothing came");
}

int main(void)
{
	one(SIGUSR1, SIG_IGN);
	one(SIGCHLD, SIG_DFL);
	return 0;
}
