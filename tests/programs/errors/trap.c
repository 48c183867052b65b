// So is a trap.
#include <stdio.h>

int main(void)
{
	puts("before");
	__builtin_trap(); //~ abort
}
