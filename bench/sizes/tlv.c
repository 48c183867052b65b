// A decoder of tag, length and value: two values, one after the other, each checked and copied.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct reader {
	const unsigned char *at;
	size_t left;
};

static unsigned char *value(struct reader *r, uint16_t *length)
{
	if (r->left < 3 || r->at[0] != 7)
		return 0;
	memcpy(length, r->at + 1, 2);
	if (*length == 0 || *length > r->left - 3)
		return 0;
	unsigned char *copy = malloc(*length);
	if (!copy)
		return 0;
	memcpy(copy, r->at + 3, *length);
	r->at += 3 + *length;
	r->left -= 3 + (size_t)*length;
	return copy;
}

int main(void)
{
	uint16_t n, m;
	size_t size;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&m, sizeof m, "m");
	klee_make_symbolic(&size, sizeof size, "size");
#if RANGE
	klee_assume(size <= RANGE);
#endif
	klee_assume(size >= 6);
	unsigned char *message = calloc(size, 1);
	if (!message)
		return 1;
	message[0] = 7;
	memcpy(message + 1, &n, 2);
	if (n <= size - 6) {
		message[3 + n] = 7;
		memcpy(message + 4 + n, &m, 2);
	}
	struct reader r = {message, size};
	unsigned char *first = value(&r, &n), *second = first ? value(&r, &m) : 0;
	if (second)
		assert(6 + n + m + r.left == size);
	free(first);
	free(second);
	free(message);
	return 0;
}
