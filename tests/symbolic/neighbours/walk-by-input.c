// The input says how far a cursor goes, and how often. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct reader {
	char *at;
};

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long steps[3] = {1, 2, (uintptr_t)b - (uintptr_t)a};
	struct reader *r = malloc(sizeof *r);
	r->at = a;
	int sum = 0;
	for (int i = 0; i < 2; i++) {
		r->at += steps[klee_range(0, 3, "step")];
		sum += *r->at; //~ out-of-bounds
	}
	return sum;
}
