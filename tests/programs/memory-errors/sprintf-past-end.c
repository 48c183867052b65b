// A number longer than its room.
#include <stdio.h>

int main(void)
{
	char digits[4];
	sprintf(digits, "%d", 999);
	puts(digits);
	sprintf(digits, "%d", 1000); //~ out-of-bounds in sprintf: local `digits` of 4 bytes
	puts(digits);
	return 0;
}
