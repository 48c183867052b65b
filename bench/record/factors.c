// Products and their digits: few paths, and questions that take the solver long.
#include <klee/klee.h>

enum { NUMBERS = 5 };

// Products of two primes each.
static const unsigned products[NUMBERS] = {1022117, 4003997, 8997991, 15984007, 24980003};

int main(void)
{
	unsigned short a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	klee_assume(a > 1);
	klee_assume(b > 1);
	unsigned product = (unsigned)a * b;
	int found = 0;
	for (int i = 0; i < NUMBERS; i++)
		if (product == products[i])
			found = i + 1;
	if (product % 1009 == 17)
		found += 10;
	if ((product ^ (product >> 7)) % 641 == 3)
		found += 20;
	return found;
}
