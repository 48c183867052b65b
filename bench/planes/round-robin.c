// Tasks take turns until each has used up its time; one has had a little more or less, no one knows which.
#include <assert.h>
#include <klee/klee.h>

#define TASKS 8

int main(void)
{
	unsigned left[TASKS], turns[TASKS], lucky, total = 0;
	unsigned char more;
	klee_make_symbolic(&lucky, sizeof lucky, "lucky");
	klee_make_symbolic(&more, sizeof more, "more");
	klee_assume(lucky < TASKS);
	klee_assume(more < 3);
	for (unsigned i = 0; i < TASKS; i++) {
		left[i] = 4;
		turns[i] = 0;
	}
	left[lucky] += more;
	for (unsigned round = 0; round < 7; round++)
		for (unsigned i = 0; i < TASKS; i++) {
			unsigned works = left[i] > 0;
			left[i] -= works;
			turns[i] += works;
		}
	for (unsigned i = 0; i < TASKS; i++)
		total += turns[i];
	assert(total == 4 * TASKS + more);
	return 0;
}
