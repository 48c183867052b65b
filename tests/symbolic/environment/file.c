// A symbolic file called A.
//@ run: --sym-files 1 3
//@ exits: 0 1
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	char bytes[4] = {0};
	int fd = open("A", O_RDONLY);
	if (fd < 0)
		return 0;
	if (read(fd, bytes, 4) != 3)
		return 3;
	close(fd);
	if (bytes[0] == bytes[2])
		return 1;
	return 0;
}
