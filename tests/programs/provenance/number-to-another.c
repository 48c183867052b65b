// A number that was made of one object's address but lies in another is a pointer to that one.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *first = calloc(16, 1), *second = calloc(16, 1);
	volatile uintptr_t from = (uintptr_t)first, to = (uintptr_t)second;
	for (uintptr_t at = from, i = 0; i < 2; at += to - from, i++) {
		char *p = (char *)at;
		p[15] = '0' + i;
		p[0] = 'a' + i;
	}
	printf("%c%c %c%c\n", first[0], first[15], second[0], second[15]);
	free((char *)from);
	free((char *)to);
	return 0;
}
