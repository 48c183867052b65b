// What goes wrong says why.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	FILE *f = fopen("no/such/file", "r");
	printf("%d %s\n", f == NULL, strerror(errno));
	perror("no/such/file");
	f = fopen("/dev/null", "r");
	printf("%d ", fputs("text", f));
	printf("%d %s\n", ferror(f) != 0, strerror(errno));
	clearerr(f);
	printf("%d %d\n", ferror(f), fgetc(f));
	fclose(f);
	f = fopen("/dev/full", "w");
	fputs("text", f);
	int closed = fclose(f);
	printf("%d %s\n", closed, strerror(errno));
	fputs("to stderr\n", stderr);
	return 0;
}
