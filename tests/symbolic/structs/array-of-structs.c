// A symbolic index chooses the struct, a constant the field.
//@ exits: 0 1 2
#include <klee/klee.h>

static const struct {
	char key;
	int value;
} table[3] = {{'a', 10}, {'b', 20}, {'c', 30}};

int main(void)
{
	char key;
	klee_make_symbolic(&key, sizeof key, "key");
	unsigned i = 0;
	while (i < 3 && table[i].key != key)
		i++;
	if (i == 3)
		return 0;
	if (table[i].value == 20)
		return 1;
	return 2;
}
