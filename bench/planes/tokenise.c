// The words of a line: where each begins is kept in an array.
#include <assert.h>
#include <klee/klee.h>

#define N 9

int main(void)
{
	char line[N];
	unsigned char starts[N];
	unsigned count = 0, inside = 0;
	klee_make_symbolic(line, sizeof line, "line");
	for (int i = 0; i < N; i++)
		starts[i] = N;
	for (unsigned i = 0; i < N && line[i]; i++) {
		unsigned is_space = line[i] == ' ';
		unsigned begins = !is_space && !inside;
		starts[count] = begins ? i : starts[count];
		count += begins;
		inside = !is_space;
	}
	assert(count <= (N + 1) / 2);
	if (count > 1)
		assert(starts[count - 1] > starts[count - 2] + 1);
	return 0;
}
