// A name that is nowhere.
#include <klee/klee.h>

int main(void)
{
	int x;
	klee_make_symbolic(&x, sizeof x, (const char *)8); //~ null-dereference
	return x;
}
