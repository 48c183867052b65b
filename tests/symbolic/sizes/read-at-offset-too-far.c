// The same with one byte too few.
//@ run: --sym-stdin 8
//@ native: unseen
//@ exits: 0
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	char room[47];
	unsigned offset = klee_range(0, 40, "offset");
	unsigned n = klee_range(0, 10, "n");
	if (read(0, room + offset, n) < 0) //~ out-of-bounds in __syscall_cp_asm
		return 1;
	return 0;
}
