// An editor's buffer with a gap that is moved to a symbolic place, where a letter is typed.
#include <assert.h>
#include <klee/klee.h>

#define N 16

int main(void)
{
	char text[N] = "symbolic";
	unsigned gap = 8, end = N, to;
	klee_make_symbolic(&to, sizeof to, "to");
	klee_assume(to <= 8);
	while (gap > to) {
		gap--;
		end--;
		text[end] = text[gap];
	}
	text[gap++] = '!';
	unsigned length = gap + (N - end);
	assert(length == 9);
	char flat[N] = {0};
	for (unsigned i = 0; i < length; i++)
		flat[i] = i < gap ? text[i] : text[end + i - gap];
	assert(flat[to] == '!');
	return 0;
}
