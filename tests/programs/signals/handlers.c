// Handlers are set and read back; nothing is delivered here.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static void handler(int number) { (void)number; }

int main(void)
{
	printf("%d\n", signal(SIGTERM, handler) == SIG_DFL);
	printf("%d\n", signal(SIGTERM, SIG_IGN) == handler);
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGUSR1);
	printf("%d\n", sigaction(SIGINT, &action, NULL));
	printf("%d ", sigaction(SIGINT, NULL, &old));
	printf("%d %d %d\n", old.sa_handler == handler, (old.sa_flags & SA_RESTART) != 0, sigismember(&old.sa_mask, SIGUSR1));
	printf("%d %s\n", sigaction(SIGKILL, &action, NULL), strerror(errno));
	sigset_t set, before;
	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigprocmask(SIG_UNBLOCK, &set, &before);
	printf("%d %s\n", sigismember(&before, SIGHUP), strsignal(SIGSEGV));
	return 0;
}
