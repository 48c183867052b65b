// A filter: what comes in goes out, numbered.
// stdin: first\nsecond\n\nfourth\n
#include <stdio.h>

int main(void)
{
	int c, last = '\n', line = 0;
	while ((c = getchar()) != EOF) {
		if (last == '\n')
			printf("%3d  ", ++line);
		putchar(last = c);
	}
	ungetc('x', stdin);
	printf("%c\n", getchar());
	return ferror(stdin);
}
