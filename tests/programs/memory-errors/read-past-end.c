// The room for input is checked where the bytes arrive.
// stdin: 0123456789
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	char bytes[8];
	printf("%zd\n", read(0, bytes, 4));
	fflush(stdout);
	read(0, bytes, 9); //~ out-of-bounds in read: local `bytes` of 8 bytes
	return 0;
}
