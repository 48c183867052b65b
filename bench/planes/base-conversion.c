// A number in base ten, digit by digit from the end of a buffer that begins at a symbolic place.
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char text[32];
	unsigned short number;
	unsigned end, value = 0;
	klee_make_symbolic(&number, sizeof number, "number");
	klee_make_symbolic(&end, sizeof end, "end");
	klee_assume(end >= 8);
	klee_assume(end < sizeof text);
	for (unsigned i = 0; i < sizeof text; i++)
		text[i] = ' ';
	unsigned at = end;
	unsigned rest = number;
	do {
		text[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	assert(end - at <= 5);
	for (unsigned i = at; i < end; i++)
		value = value * 10 + (unsigned)(text[i] - '0');
	return value != number;
}
