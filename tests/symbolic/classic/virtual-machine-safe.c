// The safe twin checks before it pushes and pops.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	unsigned char code[3], stack[2];
	int top = 0;
	klee_make_symbolic(code, sizeof code, "code");
	for (int pc = 0; pc < 3; pc++) {
		switch (code[pc]) {
		case 0:
			return 0;
		case 1:
			if (top == 2)
				return 1;
			stack[top] = pc;
			top++;
			break;
		case 2:
			if (top == 0)
				return 1;
			stack[top - 1] += 1;
			break;
		default:
			break;
		}
	}
	return 0;
}
