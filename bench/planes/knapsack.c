// The best value for every weight, with symbolic weights: the table is read at symbolic places.
#include <klee/klee.h>

#define ITEMS 3
#define ROOM 10

int main(void)
{
	unsigned char weights[ITEMS];
	unsigned best[ROOM + 1] = {0};
	klee_make_symbolic(weights, sizeof weights, "weights");
	for (unsigned i = 0; i < ITEMS; i++) {
		unsigned weight = weights[i] % 8 + 1;
		for (unsigned room = ROOM; room > 0; room--) {
			unsigned fits = weight <= room;
			unsigned with = best[fits ? room - weight : 0] + i + 1;
			best[room] = fits && with > best[room] ? with : best[room];
		}
	}
	return best[ROOM] > 6;
}
