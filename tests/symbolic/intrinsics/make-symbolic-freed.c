// What was freed is no object.
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *block = malloc(4);
	free(block);
	klee_make_symbolic(block, 4, "block"); //~ user
	return 0;
}
