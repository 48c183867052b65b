// Timers and descriptors of any number.
//@ exits: 0 1 2
//@ left-out: timers are not supported
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <sys/time.h>
#include <unistd.h>

int main(void)
{
	int fd;
	unsigned seconds;
	struct itimerval timer;
	klee_make_symbolic(&fd, sizeof fd, "fd");
	klee_make_symbolic(&seconds, sizeof seconds, "seconds");
	klee_make_symbolic(&timer, sizeof timer, "timer");
	assert(alarm(seconds) == 0);
	if (seconds)
		return 1;
	int is_valid = timer.it_value.tv_sec >= 0 && timer.it_interval.tv_sec >= 0 &&
	               (unsigned long)timer.it_value.tv_usec < 1000000 &&
	               (unsigned long)timer.it_interval.tv_usec < 1000000;
	klee_assume(timer.it_value.tv_sec < 0 || timer.it_value.tv_sec > 100);
	assert(setitimer(ITIMER_REAL, &timer, 0) == (is_valid ? 0 : -1));
	if (fd >= 0 && fd < 1024)
		return 2;
	assert(dup2(1, fd) < 0 && errno == EBADF);
	return 0;
}
