// The safe twin: room for everything.
//@ paths: 7
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	char input[6], word[6];
	int n = 0;
	klee_make_symbolic(input, sizeof input, "input");
	for (int i = 0; i < 6 && input[i] != '\n'; i++)
		word[n++] = input[i];
	(void)word;
	return 0;
}
