// The first byte says how many follow; there is room for four.
//@ run: --sym-stdin 8
//@ exits: 0 1
#include <unistd.h>

int main(void)
{
	unsigned char count, room[4];
	if (read(0, &count, 1) != 1)
		return 2;
	if (count > 7)
		return 1;
	if (read(0, room, count) != count) //~ out-of-bounds in __syscall_cp_asm
		return 3;
	return 0;
}
