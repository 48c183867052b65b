// Two cursors go round a buffer; the end is compared with, never read.
#include <stdio.h>
#include <stdlib.h>

struct ring {
	char *start, *end, *head, *tail;
};

static char *after(const struct ring *r, char *p)
{
	return ++p == r->end ? p - (r->end - r->start) : p;
}

int main(void)
{
	struct ring r;
	r.start = r.head = r.tail = malloc(5);
	r.end = r.start + 5;
	for (int i = 0; i < 26; i++) {
		*r.head = 'a' + i;
		r.head = after(&r, r.head);
		if (i % 3 == 2)
			for (; r.tail != r.head; r.tail = after(&r, r.tail))
				putchar(*r.tail);
	}
	putchar('\n');
	free(r.start);
	return 0;
}
