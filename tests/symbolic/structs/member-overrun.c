// Past a member array, still inside the struct: the neighbour is overwritten.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

struct record {
	char name[4];
	char admin;
};

int main(void)
{
	struct record r = {"", 0};
	unsigned i = klee_range(0, 5, "i");
	char *p = r.name;
	p[i] = 1;
	assert(!r.admin); //~ assertion
	return 0;
}
