/* A pointer into a freed block is an error also where null would make the system call fail. */
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	char *block = malloc(8);
	read(0, 0, 1);
	free(block);
	return read(0, block, 1) < 0; //~ use-after-free in read
}
