// Below the streams: descriptors, pipes and duplicates.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0644);
	printf("%d %zd\n", fd, write(fd, "0123456789", 10));
	char buffer[16] = "";
	printf("%ld %zd %s\n", (long)lseek(fd, 3, SEEK_SET), read(fd, buffer, 4), buffer);
	printf("%zd %.2s\n", pread(fd, buffer, 2, 8), buffer);
	int copy = dup(fd);
	printf("%d %ld\n", copy, (long)lseek(copy, 0, SEEK_CUR));
	printf("%d %d\n", ftruncate(fd, 5), (int)lseek(fd, 0, SEEK_END));
	close(fd);
	close(copy);
	int ends[2];
	pipe(ends);
	write(ends[1], "through", 7);
	close(ends[1]);
	memset(buffer, 0, sizeof buffer);
	printf("%zd %s %zd\n", read(ends[0], buffer, 16), buffer, read(ends[0], buffer, 16));
	close(ends[0]);
	unlink("data");
	printf("%d %d\n", access("data", F_OK), isatty(0));
	return 0;
}
