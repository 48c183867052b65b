// Letters are replaced by a table that was made with a symbolic shift, and back by its inverse.
#include <assert.h>
#include <klee/klee.h>

#define LETTERS 26

int main(void)
{
	char there[LETTERS], back[LETTERS], text[4];
	unsigned shift;
	klee_make_symbolic(text, sizeof text, "text");
	klee_make_symbolic(&shift, sizeof shift, "shift");
	klee_assume(shift < LETTERS);
	for (unsigned i = 0; i < LETTERS; i++)
		back[i] = 0;
	for (unsigned i = 0; i < LETTERS; i++) {
		unsigned other = (i + shift) % LETTERS;
		there[i] = (char)('a' + other);
		back[other] = (char)('a' + i);
	}
	for (int i = 0; i < 4; i++) {
		if (text[i] < 'a' || text[i] > 'z')
			continue;
		char coded = there[text[i] - 'a'];
		assert(back[coded - 'a'] == text[i]);
	}
	return 0;
}
