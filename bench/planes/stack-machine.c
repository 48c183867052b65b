// A machine with a stack: the program is symbolic, and so is how high the stack is.
#include <assert.h>
#include <klee/klee.h>

#define STEPS 6

int main(void)
{
	unsigned char code[STEPS];
	int stack[STEPS + 2] = {1, 2};
	unsigned top = 2;
	klee_make_symbolic(code, sizeof code, "code");
	for (int i = 0; i < STEPS; i++) {
		unsigned is_push = code[i] & 1, is_add = !is_push && top > 1;
		int value = is_push ? code[i] >> 1 : stack[top - 1] + (is_add ? stack[top - 2] : 0);
		top = top + is_push - is_add;
		stack[top - 1] = value;
	}
	assert(top >= 1 && top <= STEPS + 2);
	return stack[top - 1] < 0;
}
