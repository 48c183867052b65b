// A decoder of DER: the length of a string is in one byte, or in one or two that follow.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct slice {
	const unsigned char *bytes;
	size_t size;
};

static int octets(struct slice from, struct slice *content)
{
	if (from.size < 2 || from.bytes[0] != 4)
		return 0;
	size_t length = from.bytes[1], header = 2;
	if (length >= 0x80) {
		size_t more = length - 0x80;
		if (more == 0 || more > 2 || from.size < 2 + more)
			return 0;
		length = more == 1 ? from.bytes[2] : (size_t)from.bytes[2] << 8 | from.bytes[3];
		header += more;
	}
	if (length > from.size - header)
		return 0;
	*content = (struct slice){from.bytes + header, length};
	return 1;
}

int main(void)
{
	size_t size;
	klee_make_symbolic(&size, sizeof size, "size");
#if RANGE
	klee_assume(size <= RANGE);
#endif
	klee_assume(size >= 4);
	unsigned char *input = calloc(size, 1), header[3];
	if (!input)
		return 1;
	klee_make_symbolic(header, sizeof header, "header");
	input[0] = 4;
	memcpy(input + 1, header, sizeof header);
	struct slice content;
	if (octets((struct slice){input, size}, &content)) {
		char *copy = malloc(content.size + 1);
		memcpy(copy, content.bytes, content.size);
		copy[content.size] = 0;
		free(copy);
	}
	free(input);
	return 0;
}
