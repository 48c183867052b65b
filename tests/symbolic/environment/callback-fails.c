// A write is the program's also in a function that the C library calls.
//@ run: --max-fail 1
//@ exits: 0 3 4
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
	if (write(1, "", 1) < 0)
		_exit(3);
	return *(const int *)a - *(const int *)b;
}

static void last(void)
{
	if (syscall(SYS_close, 0))
		_exit(4);
}

int main(void)
{
	int pair[2] = {2, 1};
	atexit(last);
	qsort(pair, 2, sizeof *pair, compare);
	return 0;
}
