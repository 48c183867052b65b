// printf of symbolic values is no obstacle.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	unsigned char x;
	char text[16];
	klee_make_symbolic(&x, sizeof x, "x");
	klee_assume(x >= 95);
	klee_assume(x < 105);
	snprintf(text, sizeof text, "%d", x);
	printf("%s\n", text);
	if (strlen(text) == 3)
		return 1;
	return 0;
}
