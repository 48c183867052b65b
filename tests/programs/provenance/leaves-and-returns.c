// A pointer may go anywhere as long as it comes back before it is used.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cursor {
	char *at;
};

static char *far(char *p, long by)
{
	return p + by;
}

static char global[4] = "abc";

int main(void)
{
	char local[4] = "def", *heap = malloc(4);
	heap[1] = 'h';
	long there = (uintptr_t)heap - (uintptr_t)global;
	struct cursor c = {global}, *saved = malloc(sizeof *saved);
	c.at += there;
	*saved = c;
	saved->at -= there - 1;
	printf("%c\n", *saved->at);
	char *p = far(local, 1 << 20);
	p = far(p, 2 - (1 << 20));
	printf("%c\n", *p);
	volatile long step = INT64_MAX / 2;
	p = far(heap, step);
	p = far(p, 1 - step);
	printf("%c\n", *p);
	return 0;
}
