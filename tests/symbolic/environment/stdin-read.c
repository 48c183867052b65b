// Four bytes of standard input by read.
//@ run: --sym-stdin 4
//@ paths: 2
//@ exits: 0 1
#include <unistd.h>

int main(void)
{
	char bytes[8] = {0};
	if (read(0, bytes, sizeof bytes) != 4)
		return 2;
	if (bytes[3] == '!')
		return 1;
	return 0;
}
