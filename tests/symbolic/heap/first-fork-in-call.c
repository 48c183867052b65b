// Paths part for the first time at a call of the C library, in a function called from others.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

static char *block(unsigned count)
{
	char *made = malloc(count);
	made[count - 1] = 'x';
	return made;
}

static int last(unsigned count)
{
	char *made = block(count);
	int is_there = made[count - 1] == 'x';
	free(made);
	return is_there;
}

int main(void)
{
	unsigned char count;
	klee_make_symbolic(&count, sizeof count, "count");
	klee_assume((count >= 1) & (count <= 3));
	return last(count) ? 0 : 1;
}
