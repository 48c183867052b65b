// A system call that is told of more bytes than there are.
#include <string.h>
#include <unistd.h>

int main(void)
{
	char text[6] = "hello\n";
	write(1, text, sizeof text);
	volatile size_t len = 7;
	write(1, text, len); //~ out-of-bounds in write: read of 7 bytes
	return 0;
}
