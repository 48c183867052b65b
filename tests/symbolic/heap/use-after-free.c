// The block is freed for one command, and read or freed for the next.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char commands[2], *block = calloc(1, 4);
	klee_make_symbolic(commands, sizeof commands, "commands");
	for (int i = 0; i < 2; i++) {
		if (commands[i] == 'f') {
			free(block); //~ double-free
			if (i == 1)
				return 1;
		} else if (commands[i] == 'r') {
			block[0]++; //~ use-after-free
		} else {
			return 0;
		}
	}
	free(block);
	return 0;
}
