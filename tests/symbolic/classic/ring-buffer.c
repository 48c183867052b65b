// A ring of three: the reader overtakes nobody.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static unsigned char ring[3], head, count;

static int put(unsigned char x)
{
	if (count == 3)
		return 0;
	ring[(head + count++) % 3] = x;
	return 1;
}

static int get(void)
{
	if (!count)
		return -1;
	unsigned char x = ring[head];
	head = (head + 1) % 3;
	count--;
	return x;
}

int main(void)
{
	unsigned char ops[4], next = 1, expected = 1;
	klee_make_symbolic(ops, sizeof ops, "ops");
	for (int i = 0; i < 4; i++) {
		if (ops[i] & 1) {
			if (put(next))
				next++;
			else
				return 1;
		} else {
			int x = get();
			if (x >= 0)
				assert(x == expected++);
		}
	}
	return 0;
}
