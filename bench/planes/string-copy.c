// A string of symbolic length is copied to a symbolic place of a buffer, byte by byte.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char text[12], line[32] = {0};
	unsigned at, i = 0;
	klee_make_symbolic(text, sizeof text, "text");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_assume(at <= sizeof line - sizeof text);
	text[sizeof text - 1] = 0;
	while (text[i]) {
		line[at + i] = text[i];
		i++;
	}
	line[at + i] = 0;
	assert(i < sizeof text);
	if (i > 0)
		assert(line[at] == text[0]);
	return line[31];
}
