// All orders of four letters, in place.
#include <stdio.h>

static int count;

static void permute(char *letters, int from, int len)
{
	if (from == len) {
		printf("%s%c", letters, ++count % 8 ? ' ' : '\n');
		return;
	}
	for (int i = from; i < len; i++) {
		char c = letters[from];
		letters[from] = letters[i], letters[i] = c;
		permute(letters, from + 1, len);
		c = letters[from];
		letters[from] = letters[i], letters[i] = c;
	}
}

int main(void)
{
	char letters[] = "abcd";
	permute(letters, 0, 4);
	return 0;
}
