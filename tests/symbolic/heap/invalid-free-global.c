// One of the names is a constant.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static char unknown[] = "unknown";

static char *name(unsigned char c)
{
	if (c == 0)
		return unknown;
	char *p = malloc(2);
	p[0] = c;
	p[1] = 0;
	return p;
}

int main(void)
{
	unsigned char c;
	klee_make_symbolic(&c, sizeof c, "c");
	char *p = name(c);
	free(p); //~ invalid-free
	return 0;
}
