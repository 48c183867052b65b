// A ring buffer that begins at a symbolic place: what was put in comes out in the same order.
#include <assert.h>
#include <klee/klee.h>

#define N 16

static unsigned short ring[N];
static unsigned head, tail;

static void put(unsigned short v)
{
	ring[head % N] = v;
	head++;
}

static unsigned short get(void)
{
	return ring[tail++ % N];
}

int main(void)
{
	unsigned start;
	klee_make_symbolic(&start, sizeof start, "start");
	klee_assume(start < 2 * N);
	head = tail = start;
	for (int round = 0; round < 8; round++) {
		for (unsigned short i = 0; i < 12; i++)
			put(i);
		for (unsigned short i = 0; i < 12; i++)
			assert(get() == i);
	}
	return 0;
}
