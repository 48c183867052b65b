// The safe twin.
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
	unsigned i = klee_range(0, 4, "i");
	r.name[i] = 1;
	return 0;
}
