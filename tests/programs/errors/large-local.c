// A local larger than the stack.
#include <stdio.h>
#include <string.h>

static int use(void)
{
	char room[16 << 20];
	memset(room, 1, sizeof room);
	return room[12345];
}

int main(void)
{
	puts("before");
	return use(); //~ stack-overflow
}
