// In-place work with two pointers.
#include <stdio.h>
#include <string.h>

static void reverse(char *from, char *to)
{
	while (from < to) {
		char c = *from;
		*from++ = *to;
		*to-- = c;
	}
}

int main(void)
{
	char text[] = "programs are meant to be read by humans";
	reverse(text, text + strlen(text) - 1);
	char *word = text;
	for (char *p = text;; p++)
		if (*p == ' ' || *p == 0) {
			reverse(word, p - 1);
			word = p + 1;
			if (*p == 0)
				break;
		}
	puts(text);
	return 0;
}
