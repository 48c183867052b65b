// snprintf believes the size it is told.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[10];
	volatile size_t size = 100;
	snprintf(text, size, "%d", 123456789);
	puts(text);
	snprintf(text, size, "%d", 1234567890); //~ out-of-bounds in snprintf: local `text` of 10 bytes
	return 0;
}
