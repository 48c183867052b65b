// A name ends at a zero, at a colon, or where the buffer does.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[24];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 25, "n");
	const char *s = p, *end = p + n;
	while (s < end && *s && *s != ':')
		s++;
	assert(s >= p && s <= end);
	if (s < end)
		assert(*s == 0 || *s == ':');
	return 0;
}
