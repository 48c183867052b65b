// What is written to a file has to be there.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char line[8];
	unsigned n = klee_range(0, 8, "n");
	memset(line, 'x', n);
	if (write(1, line, 4) != 4) //~ uninitialised in __syscall_cp_asm
		return 1;
	return 0;
}
