// Order of output with and without buffers.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	printf("buffered ");
	write(1, "first\n", 6);
	fflush(stdout);
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("at once ");
	write(1, "then this\n", 10);
	putchar('c');
	putc('\n', stdout);
	fwrite("bytes\n", 1, 6, stdout);
	return 0;
}
