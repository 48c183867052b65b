// A comparison that leaves early: one path for each right prefix.
//@ paths: 5
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	static const char secret[4] = {'o', 'p', 'e', 'n'};
	char guess[4];
	klee_make_symbolic(guess, sizeof guess, "guess");
	for (int i = 0; i < 4; i++)
		if (guess[i] != secret[i])
			return 0;
	return 1;
}
