// A preference constrains nothing.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	char c;
	klee_make_symbolic(&c, sizeof c, "c");
	klee_prefer_cex(&c, c >= 'a');
	klee_prefer_cex(&c, c <= 'z');
	klee_posix_prefer_cex(&c, c == 'q');
	if (c == '#')
		return 1;
	return 0;
}
