// toupper and isalpha on any byte.
//@ exits: 0 1
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char c;
	klee_make_symbolic(&c, sizeof c, "c");
	if (!isalpha(c))
		return 0;
	assert(toupper(c) >= 'A' && toupper(c) <= 'Z');
	assert(isupper(c) || islower(c));
	return 1;
}
