// A global pointer is moved by several functions. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static char stack[16], other[16];
static char *top = stack;

static void push(char c)
{
	*top++ = c; //~ out-of-bounds: of global `stack` of 16 bytes
}

static void drop(long count)
{
	top -= count;
}

int main(void)
{
	push('a');
	push('b');
	drop(2);
	push('c');
	printf("%.2s\n", stack);
	drop((long)((uintptr_t)stack - (uintptr_t)other) + 1);
	push('d');
	return other[0];
}
