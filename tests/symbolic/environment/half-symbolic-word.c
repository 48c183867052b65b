// The kernel reads numbers out of a word of which another part is symbolic.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>
#include <poll.h>

int main(void)
{
	// A struct pollfd of descriptor 99, which is not open, for reading; what was found before is symbolic.
	long entry = 99 | (long)POLLIN << 32 | (long)klee_range(0, 4, "found") << 48;
	if (poll((struct pollfd *)&entry, 1, 0) != 1)
		return 2;
	if ((entry >> 48 & 0xffff) != POLLNVAL)
		return 3;
	if (klee_range(0, 2, "status"))
		return 1;
	return 0;
}
