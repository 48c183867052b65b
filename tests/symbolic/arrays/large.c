// A symbolic index into 64 KiB, of which one byte matters.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static unsigned char memory[65536];

int main(void)
{
	unsigned short i;
	klee_make_symbolic(&i, sizeof i, "i");
	memory[54321] = 9;
	if (memory[i] == 9) {
		assert(i == 54321);
		return 1;
	}
	return 0;
}
