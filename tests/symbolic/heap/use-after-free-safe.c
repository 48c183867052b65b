// The safe twin forgets the block when it is freed.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char commands[2], *block = calloc(1, 4);
	int result = 0;
	klee_make_symbolic(commands, sizeof commands, "commands");
	for (int i = 0; i < 2; i++) {
		if (commands[i] == 'f') {
			free(block);
			block = 0;
			result = 1;
		} else if (commands[i] == 'r') {
			if (block)
				block[0]++;
			else
				result = 2;
		}
	}
	free(block);
	return result;
}
