// Listing 3 of the paper on deterministic allocation: where the pointer is the input, each round frees and allocates the
// same block again. Elsewhere blocks are leaked for ever, so the program says how many.
//@ run: --check-loops on --quarantine 0
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	void *p;
	klee_make_symbolic(&p, sizeof p, "p");
	void *x = malloc(1);
	int leaked = 0;
	while (1) { //~ infinite-loop
		if (x == p)
			free(x);
		else if (++leaked == 3)
			return 0;
		x = malloc(1);
	}
}
