// Addresses in a table, computed with as integers, lead into another block than the one they are taken from.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct item {
	uintptr_t next;
	int value;
};

int main(void)
{
	struct item *old = calloc(4, sizeof *old), *new = calloc(4, sizeof *new);
	for (int i = 0; i < 4; i++)
		old[i] = (struct item){(uintptr_t)&old[(i + 1) % 4], i};
	memcpy(new, old, 4 * sizeof *old);
	unsigned i = klee_range(0, 4, "i");
	new[i].next += (uintptr_t)new - (uintptr_t)old;
	struct item *next = (struct item *)new[i].next;
	uintptr_t offset = old[i].next - (uintptr_t)old;
	struct item *same = (struct item *)((uintptr_t)new + offset);
	return next->value != same->value;
}
