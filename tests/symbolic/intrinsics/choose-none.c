// There is no number below zero to choose.
#include <klee/klee.h>

int main(void)
{
	return (int)klee_choose(0); //~ user
}
