// -funsigned-char changes what char is.
// cflags: -funsigned-char
#include <limits.h>
#include <stdio.h>

int main(void)
{
	char c = (char)200;
	printf("%d %d %d\n", c, CHAR_MIN, (char)-1 > 0);
	printf("%d\n", c >> 3);
	return 0;
}
