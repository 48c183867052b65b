// Lists of buffers are looked through.
#include <stdlib.h>
#include <sys/uio.h>

int main(void)
{
	char first[3] = "abc", *second = malloc(3);
	struct iovec parts[2] = {{first, 3}, {second, 4}};
	return writev(1, parts, 2) == 7; //~ out-of-bounds in writev
}
