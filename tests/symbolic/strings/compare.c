// The one string that strcmp accepts.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char word[4];
	klee_make_symbolic(word, sizeof word, "word");
	word[3] = 0;
	assert(strcmp(word, "key") != 0); //~ assertion
	return 0;
}
