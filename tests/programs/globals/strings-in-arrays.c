// Strings as arrays, with embedded zeros and escapes of all sorts.
#include <stdio.h>
#include <string.h>

static char matrix[3][6] = {"one", "two", "three"};
static const char data[] = "a\0b\x7f\377\t" "join" "ed\u00e9";

int main(void)
{
	for (int i = 0; i < 3; i++)
		printf("%s %zu\n", matrix[i], strlen(matrix[i]));
	printf("%zu:", sizeof data);
	for (unsigned i = 0; i < sizeof data; i++)
		printf(" %02x", (unsigned char)data[i]);
	puts("");
	return 0;
}
