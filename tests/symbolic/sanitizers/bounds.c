// An index past a member array, inside the struct: only the compiler sees it.
//@ cc: -fsanitize=bounds -fsanitize-trap=all
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

struct record {
	char name[4], rest[4];
};

int main(void)
{
	struct record r = {{0}, {0}};
	unsigned i = klee_range(0, 5, "i");
	r.name[i] = 1; //~ abort
	return 0;
}
