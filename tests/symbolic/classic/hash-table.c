// A lookup with a symbolic key in a table with open addressing.
//@ exits: 0 1 2
#include <klee/klee.h>

static struct {
	unsigned char key, value;
} table[8];

static unsigned hash(unsigned char key)
{
	return key * 5 % 8;
}

static void insert(unsigned char key, unsigned char value)
{
	unsigned i = hash(key);
	while (table[i].key)
		i = (i + 1) % 8;
	table[i].key = key;
	table[i].value = value;
}

int main(void)
{
	unsigned char key;
	insert(3, 10);
	insert(11, 20);
	insert(7, 30);
	klee_make_symbolic(&key, sizeof key, "key");
	unsigned i = hash(key);
	while (table[i].key && table[i].key != key)
		i = (i + 1) % 8;
	if (!table[i].key)
		return 0;
	if (table[i].value == 20)
		return 1;
	return 2;
}
