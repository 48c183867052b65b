// A buffer and its size, passed on by pointer; whoever ends the string in it has to leave room.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	char *bytes;
	size_t size, used;
};

static void fill(struct buffer *b, char with, size_t count)
{
	if (count > b->size)
		count = b->size;
	memset(b->bytes, with, count);
	b->used = count;
}

static void end(struct buffer *b)
{
	b->bytes[b->used] = 0; //~ out-of-bounds
}

int main(void)
{
	struct buffer b = {.size = klee_range(1, 7, "size")};
	b.bytes = malloc(b.size);
	fill(&b, 'a', klee_range(0, 9, "count"));
	end(&b);
	free(b.bytes);
	return 0;
}
