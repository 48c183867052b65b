// Copies onto oneself and of overlapping ranges.
#include <stdio.h>
#include <string.h>

struct block {
	char text[40];
};

int main(void)
{
	struct block b = {"0123456789abcdefghij"}, *p = &b;
	*p = b;
	puts(b.text);
	memmove(b.text + 5, b.text, 10);
	puts(b.text);
	memmove(b.text, b.text + 3, 10);
	puts(b.text);
	memmove(b.text, b.text, 20);
	memcpy(b.text, b.text + 30, 0);
	puts(b.text);
	return 0;
}
