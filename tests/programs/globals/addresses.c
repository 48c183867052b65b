// Addresses as initialisers: of members, of elements, with arithmetic, as integers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct inner { short a[3]; int b; };
struct outer { char c; struct inner list[2]; };

static struct outer object = {'o', {{{1, 2, 3}, 4}, {{5, 6, 7}, 8}}};
static short *element = &object.list[1].a[2];
static int *member = &object.list[0].b;
static char *inside = (char *)&object + offsetof(struct outer, list[1].b);
static uintptr_t number = (uintptr_t)&object + 4;
static int *end = &object.list[1].b + 1;
static const void *self = &self;
int (*function)(const char *) = puts;

int main(void)
{
	printf("%d %d %d\n", *element, *member, *(int *)inside);
	printf("%d %td\n", *(short *)number, end - &object.list[1].b);
	printf("%d %d\n", self == &self, function == puts);
	return 0;
}
