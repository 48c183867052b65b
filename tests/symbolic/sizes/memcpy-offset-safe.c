// The safe twin looks at what is left, and finds each byte where it was put.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	static const char from[8] = "1234567";
	char buffer[12] = "";
	unsigned offset = klee_range(0, 14, "offset"), n = klee_range(0, 9, "n"), i = klee_range(0, 12, "i");
	if (offset > sizeof buffer || n > sizeof buffer - offset)
		return 1;
	memcpy(buffer + offset, from, n);
	assert(buffer[i] == (i - offset < n ? from[i - offset] : 0));
	return 0;
}
