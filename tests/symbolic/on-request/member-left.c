// Arrays in structures that an index leaves without leaving the structure: local, heap and global.
//@ run: --check-fields on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

struct record {
	int id;
	char name[8];
	int flags[4];
};

static struct record global;

int main(void)
{
	struct record local = { 0 };
	struct record *heap = calloc(1, sizeof *heap);
	int i = klee_range(0, 12, "i");
	switch (klee_range(0, 6, "which")) {
	case 0: local.name[i] = 1; break; //~ out-of-bounds
	case 1: heap->name[i] = 1; break; //~ out-of-bounds
	case 2: global.name[i] = 1; break; //~ out-of-bounds
	case 3: *(heap->name + i) = 1; break; //~ out-of-bounds
	case 4: local.flags[i & 3] = 1; break;
	default: global.name[i & 7] = 1;
	}
	return 0;
}
