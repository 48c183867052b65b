// A hash table with linear probing: keys are symbolic, so every probe is at a symbolic place.
#include <assert.h>
#include <klee/klee.h>

#define SLOTS 16
#define KEYS 4

static unsigned char slots[SLOTS];

static unsigned find(unsigned char key)
{
	unsigned at = key * 7u % SLOTS;
	while (slots[at] && slots[at] != key)
		at = (at + 1) % SLOTS;
	return at;
}

int main(void)
{
	unsigned char keys[KEYS];
	klee_make_symbolic(keys, sizeof keys, "keys");
	for (int i = 0; i < KEYS; i++) {
		klee_assume(keys[i] != 0);
		slots[find(keys[i])] = keys[i];
	}
	for (int i = 0; i < KEYS; i++)
		assert(slots[find(keys[i])] == keys[i]);
	return 0;
}
