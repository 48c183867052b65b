// Output of symbolic bytes into a symbolic standard output.
//@ run: --sym-stdin 1 --sym-stdout
//@ exits: 0 1
#include <unistd.h>

int main(void)
{
	char c = 0;
	if (read(0, &c, 1) != 1)
		return 2;
	if (write(1, &c, 1) != 1)
		return 3;
	if (c == '\n')
		return 1;
	return 0;
}
