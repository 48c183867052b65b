// A pointer that is null, one of two functions, or something else: each is a path, and both mistakes are told.
//@ paths: 2
//@ exits: 1 2
//@ findings: 2
#include <klee/klee.h>

static int one(void)
{
	return 1;
}

static int two(void)
{
	return 2;
}

int main(void)
{
	unsigned choice;
	klee_make_symbolic(&choice, sizeof choice, "choice");
	int (*f)(void) = (int (*)(void))(unsigned long)(choice & 0xff);
	if (choice == 300)
		f = one;
	if (choice == 301)
		f = two;
	return f(); //~ bad-call
}
