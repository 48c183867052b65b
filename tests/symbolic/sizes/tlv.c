// Tag, length, value, again and again: each length is compared with what is left.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int parse(const unsigned char *message, unsigned size)
{
	unsigned at = 0;
	while (size - at >= 2) {
		unsigned tag = message[at], length = message[at + 1];
		at += 2;
		if (length > size - at)
			return 1;
		if (tag == 7 && length) {
			char *value = malloc(length);
			memcpy(value, message + at, length);
			char last = value[length - 1];
			free(value);
			if (last == 'x')
				return 2;
		}
		at += length;
	}
	return 0;
}

int main(void)
{
	unsigned char message[6];
	klee_make_symbolic(message, sizeof message, "message");
	return parse(message, sizeof message);
}
