// Paths part for the first time in a function called from others, where a number has to be known.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int sum(unsigned count)
{
	int numbers[count];
	for (unsigned i = 0; i < count; i++)
		numbers[i] = (int)i;
	return numbers[count - 1];
}

static char copied(unsigned count)
{
	char *block = malloc(count), from[4] = "abc";
	memcpy(block, from, count);
	char last = block[count - 1];
	free(block);
	return last;
}

static int both(unsigned which, unsigned count)
{
	return which ? sum(count) : copied(count);
}

int main(void)
{
	unsigned char count;
	klee_make_symbolic(&count, sizeof count, "count");
	klee_assume((count >= 1) & (count <= 4));
	if (both(1, count) != count - 1)
		return 1;
	return both(0, count) == "abc"[count - 1] ? 0 : 2;
}
