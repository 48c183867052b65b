// A plain char as an index: above 127 it points before the table.
//@ exits: 0 1
#include <klee/klee.h>

static unsigned char is_vowel[128] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};

int main(void)
{
	signed char c;
	klee_make_symbolic(&c, sizeof c, "c");
	klee_assume(c >= -2);
	if (is_vowel[c]) //~ out-of-bounds
		return 1;
	return 0;
}
