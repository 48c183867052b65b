// A byte code interpreter with computed goto.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, PRINT, DEC, STOP };

static int run(const signed char *code)
{
	static void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jnz, &&print, &&dec, &&stop};
	int stack[16], *top = stack, steps = 0;
#define NEXT do { steps++; goto *labels[*code++]; } while (0)
	NEXT;
push:
	*top++ = *code++;
	NEXT;
add:
	top--, top[-1] += top[0];
	NEXT;
mul:
	top--, top[-1] *= top[0];
	NEXT;
dup:
	top[0] = top[-1], top++;
	NEXT;
jnz:
	code += top[-1] ? *code : 1;
	NEXT;
print:
	printf("%d\n", top[-1]);
	NEXT;
dec:
	top[-1]--;
	NEXT;
stop:
	return steps;
}

int main(void)
{
	static const signed char code[] = {PUSH, 3, PUSH, 4, MUL, PUSH, 5, ADD, PRINT, PUSH, 3, PRINT, DEC, JNZ,
		-3, DUP, PRINT, STOP};
	printf("%d\n", run(code));
	return 0;
}
