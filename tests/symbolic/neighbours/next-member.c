// From an array in a structure into the next member: it is the same object.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

struct user {
	char name[4];
	char is_root;
	char padding[3];
};

int main(void)
{
	struct user *u = calloc(1, sizeof *u), *other = calloc(1, sizeof *other);
	char *name = u->name;
	name[klee_range(0, 8, "i")] = 1;
	if (other->is_root)
		return 2;
	if (u->is_root)
		return 1;
	return 0;
}
