// A stack machine of four instructions; its stack is small and can be empty.
//@ exits: 0
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
			stack[top] = pc; //~ out-of-bounds
			top++;
			break;
		case 2:
			top--;
			stack[top] += 1; //~ out-of-bounds
			top++;
			break;
		default:
			break;
		}
	}
	return 0;
}
