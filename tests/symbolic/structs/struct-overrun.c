// Past the struct itself.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

struct record {
	char name[4];
	char admin;
};

int main(void)
{
	struct record r = {"", 0};
	unsigned i = klee_range(0, 6, "i");
	char *p = r.name;
	p[i] = 1; //~ out-of-bounds
	return 0;
}
