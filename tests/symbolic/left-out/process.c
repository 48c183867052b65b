// A process that cannot be made: where the program cannot do without it, its assertion is no finding.
//@ unsupported: system call fork (57) is not supported: it fails; a finding behind that (assertion)
//@ left-out: system call fork (57)
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int x = klee_range(0, 3, "x");
	if (x == 0)
		return 0;
	pid_t child = fork();
	if (child == 0)
		_exit(3);
	if (child < 0 && x == 1)
		return 1;
	int status = 0;
	assert(wait(&status) == child && WEXITSTATUS(status) == 3);
	return 2;
}
