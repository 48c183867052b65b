// fgetpos, freopen, fdopen, dprintf.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	int fd = open("file", O_CREAT | O_RDWR | O_TRUNC, 0600);
	dprintf(fd, "%s %d\n%s\n", "first", 1, "second");
	FILE *f = fdopen(fd, "r+");
	fpos_t here;
	char line[32];
	rewind(f);
	fgets(line, sizeof line, f);
	fgetpos(f, &here);
	fgets(line, sizeof line, f);
	fputs(line, stdout);
	fsetpos(f, &here);
	printf("%c %d\n", getc(f), fileno(f) == fd);
	fclose(f);
	f = freopen("file", "a+", fopen("/dev/null", "r"));
	fputs("third\n", f);
	rewind(f);
	int lines = 0;
	while (fgets(line, sizeof line, f))
		lines++;
	printf("%d %s", lines, line);
	fclose(f);
	return unlink("file");
}
