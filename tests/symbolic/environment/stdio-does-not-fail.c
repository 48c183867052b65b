// Of the program's calls, write and close may fail; what puts, fflush and fclose do inside does not.
//@ run: --max-fail 2
//@ exits: 0 1
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	if (puts("text") < 0 || fflush(stdout))
		return 2;
	FILE *file = fopen("/dev/null", "r");
	if (!file || fclose(file))
		return 2;
	return write(1, "x", 1) < 0;
}
