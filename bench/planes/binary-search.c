// Binary search in a sorted table one entry of which was overwritten by what was there.
#include <assert.h>
#include <klee/klee.h>

#define N 256

int main(void)
{
	unsigned short table[N];
	unsigned short key;
	unsigned place;
	klee_make_symbolic(&key, sizeof key, "key");
	klee_make_symbolic(&place, sizeof place, "place");
	klee_assume(place < N);
	for (unsigned i = 0; i < N; i++)
		table[i] = (unsigned short)(i * 5);
	table[place] = (unsigned short)(place * 5);
	unsigned low = 0, high = N;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		if (table[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	assert(low == N || table[low] >= key);
	return 0;
}
