// A system call that is given too many bytes of a structure does not land in the next local.
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
	char a[8] = "1234567", b[64] = "b";
	struct iovec parts[1] = {{a, 24}};
	return writev(1, parts, 1) + b[0]; //~ out-of-bounds: offset 0 of local `a` of 8 bytes
}
