// The buffer of a stream has to outlive main: it is flushed at exit.
// finding: use-after-return in exit
#include <stdio.h>

int main(void)
{
	char buffer[BUFSIZ];
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	printf("flushed too late\n");
	return 0;
}
