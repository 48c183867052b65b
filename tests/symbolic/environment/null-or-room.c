// A buffer that may be missing is an error of the system call; one that is too short is one of the program.
//@ run: --sym-stdin 4
//@ exits: 0 1
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	char room[2];
	char *buffer = klee_range(0, 2, "missing") ? 0 : room;
	if (read(0, buffer, 2) < 0)
		return 1;
	if (klee_range(0, 2, "short"))
		read(0, room + 1, 2); //~ out-of-bounds in read
	return 0;
}
