// More is written out than was read.
//@ run: --sym-stdin 5
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	unsigned n = klee_range(1, 9, "n");
	char *room = malloc(8);
	if (read(0, room, n) < n)
		write(1, room, n); //~ uninitialised in __syscall_cp_asm
	free(room);
	return 0;
}
