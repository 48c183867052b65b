// Tag, length, value: the length is believed.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int parse(const unsigned char *message, unsigned size)
{
	unsigned at = 0;
	while (size - at >= 2) {
		unsigned tag = message[at], length = message[at + 1];
		at += 2;
		char *value = malloc(length);
		memcpy(value, message + at, length); //~ out-of-bounds
		free(value);
		if (tag == 7)
			return 1;
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
