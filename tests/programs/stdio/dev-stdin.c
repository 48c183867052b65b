// `/dev/stdin` is what descriptor 0 is now.
// stdin: not this
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char name[] = "/tmp/vellum-dev-stdin-XXXXXX", line[20] = "";
	int fd = mkstemp(name);
	write(fd, "a file\n", 7);
	lseek(fd, 0, SEEK_SET);
	dup2(fd, 0);
	FILE *file = fopen("/dev/stdin", "r");
	printf("%s", fgets(line, sizeof line, file));
	unlink(name);
	return 0;
}
