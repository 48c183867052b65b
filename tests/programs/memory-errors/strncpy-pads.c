// strncpy fills the rest with zeros, also where there is no room for them.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char name[8];
	volatile size_t size = 16;
	strncpy(name, "short", size); //~ out-of-bounds in strncpy: local `name` of 8 bytes
	puts(name);
	return 0;
}
