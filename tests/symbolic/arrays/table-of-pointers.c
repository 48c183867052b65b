// A table of strings of different lengths; the index chooses the object.
//@ exits: 0 1 2
#include <klee/klee.h>

static const char *const names[3] = {"zero", "one", "two"};

int main(void)
{
	unsigned i = klee_range(0, 3, "i");
	const char *name = names[i];
	if (name[0] == 'z')
		return 0;
	if (name[0] == 'o')
		return 1;
	return 2;
}
