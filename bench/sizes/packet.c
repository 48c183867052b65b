// A packet whose header says how long header and payload are; the payload is copied.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct header {
	uint8_t version, words;
	uint16_t length;
};

static int payload(const unsigned char *packet, size_t received, unsigned char **copy)
{
	struct header h;
	if (received < sizeof h)
		return -1;
	memcpy(&h, packet, sizeof h);
	size_t begin = 4 * (size_t)h.words, length = h.length;
	if (h.version != 4 || begin < sizeof h || begin > length || length > received)
		return -1;
	*copy = malloc(length - begin + 1);
	if (!*copy)
		return -1;
	memcpy(*copy, packet + begin, length - begin);
	(*copy)[length - begin] = 0;
	return (int)(length - begin);
}

int main(void)
{
	size_t received;
	uint8_t words;
	uint16_t length;
	klee_make_symbolic(&received, sizeof received, "received");
	klee_make_symbolic(&words, sizeof words, "words");
	klee_make_symbolic(&length, sizeof length, "length");
#if RANGE
	klee_assume(received <= RANGE);
#endif
	struct header h = {4, words, length};
	klee_assume(received >= sizeof h);
	unsigned char *packet = calloc(received, 1), *copy = 0;
	if (!packet)
		return 1;
	memcpy(packet, &h, sizeof h);
	int n = payload(packet, received, &copy);
	if (n >= 0)
		assert(copy[n] == 0);
	free(copy);
	free(packet);
	return 0;
}
