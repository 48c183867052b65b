// Letters, digits and the rest.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	int counts[8] = {0};
	for (int c = -1; c < 256; c++) {
		counts[0] += isalpha(c) != 0;
		counts[1] += isdigit(c) != 0;
		counts[2] += isspace(c) != 0;
		counts[3] += ispunct(c) != 0;
		counts[4] += isprint(c) != 0;
		counts[5] += isxdigit(c) != 0;
		counts[6] += iscntrl(c) != 0;
		counts[7] += toupper(c) != c;
	}
	for (int i = 0; i < 8; i++)
		printf("%d ", counts[i]);
	printf("%c%c\n", toupper('x'), tolower('Q'));
	return 0;
}
