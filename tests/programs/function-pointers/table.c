// A table of operations.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct {
	char name;
	int (*function)(int, int);
} operations[] = {{'+', add}, {'-', sub}, {'*', mul}};

static int apply(char name, int a, int b)
{
	for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
		if (operations[i].name == name)
			return operations[i].function(a, b);
	return -1;
}

int main(void)
{
	const char *program = "34+2*5-";
	int stack[8], depth = 0;
	for (; *program; program++)
		if (*program >= '0' && *program <= '9')
			stack[depth++] = *program - '0';
		else {
			depth--;
			stack[depth - 1] = apply(*program, stack[depth - 1], stack[depth]);
		}
	printf("%d %d\n", stack[0], apply('/', 1, 2));
	return 0;
}
