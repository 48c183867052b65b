// From a member back to its structure: the pointer is moved below where the table says.
//@ exits: 0 1
#include <stddef.h>
#include <klee/klee.h>
#include <stdlib.h>

struct item {
	int key;
	char name[12];
	int link;
};

int main(void)
{
	int *links[3];
	for (int i = 0; i < 3; i++) {
		struct item *item = calloc(1, sizeof *item);
		item->key = 10 * i;
		links[i] = &item->link;
	}
	int *link = links[klee_range(0, 3, "i")];
	struct item *item = (struct item *)((char *)link - offsetof(struct item, link));
	item->key += 5;
	if (item->key == 15)
		return 1;
	return 0;
}
