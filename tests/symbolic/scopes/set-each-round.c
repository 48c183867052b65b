// The safe twin: each round writes its variables before it reads them, and hands out pointers to them only while it lasts.
//@ paths: 5
//@ exits: 0 1 3 6 10
#include <klee/klee.h>

static void add(int *to, const int *what)
{
	*to += *what;
}

int main(void)
{
	int rounds = klee_range(0, 5, "rounds"), sum = 0;
	for (int i = 0; i < rounds; i++) {
		int one = 1, round[2];
		round[0] = i;
		round[1] = 0;
		if (!one)
			continue;
		add(&round[1], &one);
		add(&round[0], &round[1]);
		add(&sum, round);
	}
	return sum;
}
