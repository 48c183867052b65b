// A local array written past its end when the input is long.
//@ paths: 4
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	char input[6], word[3];
	int n = 0;
	klee_make_symbolic(input, sizeof input, "input");
	for (int i = 0; i < 6 && input[i] != '\n'; i++)
		word[n++] = input[i]; //~ out-of-bounds
	return n ? (word[0] & 0) : 0;
}
