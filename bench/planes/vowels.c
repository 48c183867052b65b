// Vowels of a text are counted and a histogram of its letters is made; one letter is symbolic.
#include <assert.h>
#include <klee/klee.h>

#define N 400

int main(void)
{
	char text[N];
	unsigned vowels = 0, letters[26] = {0}, at;
	char letter;
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&letter, sizeof letter, "letter");
	klee_assume(at < N);
	klee_assume(letter >= 'a');
	klee_assume(letter <= 'z');
	for (int i = 0; i < N; i++)
		text[i] = (char)('a' + i * 7 % 26);
	for (int i = 0; i < N; i++) {
		letters[text[i] - 'a']++;
		if (text[i] == 'a' || text[i] == 'e' || text[i] == 'i' || text[i] == 'o' || text[i] == 'u')
			vowels++;
	}
	text[at] = letter;
	assert(vowels > 0 && vowels < N);
	assert(letters[text[at] - 'a'] > 0);
	return 0;
}
