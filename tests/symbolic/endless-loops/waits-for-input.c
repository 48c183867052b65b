// The safe twin: a round that asks the world is not the same round again.
//@ run: --check-loops on --sym-stdin 3
//@ exits: 0
#include <unistd.h>

int main(void)
{
	char c = 'x';
	while (read(0, &c, 1) == 1)
		if (c == '.')
			break;
	return 0;
}
