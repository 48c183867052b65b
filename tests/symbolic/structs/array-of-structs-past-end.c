// The search was not successful and its result is used.
//@ paths: 2
//@ exits: 1 2
#include <klee/klee.h>

static const struct {
	char key;
	int value;
} table[2] = {{'a', 10}, {'b', 20}};

int main(void)
{
	char key;
	klee_make_symbolic(&key, sizeof key, "key");
	unsigned i = 0;
	while (i < 2 && table[i].key != key)
		i++;
	if (table[i].value == 20) //~ out-of-bounds
		return 1;
	return 2;
}
