// strncmp looks at the first bytes only.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char word[4];
	klee_make_symbolic(word, sizeof word, "word");
	word[3] = 0;
	if (strncmp(word, "no-op", 2) == 0) {
		if (word[2] == '-')
			return 1;
		return 2;
	}
	assert(word[0] != 'n' || word[1] != 'o');
	return 0;
}
