// A switch and a goto that jump over declarations: the variables live, and may be used once they are written.
//@ paths: 3
//@ exits: 11 22 33
#include <klee/klee.h>

static void set(int *variable, int value)
{
	*variable = value;
}

int main(void)
{
	int x = klee_range(0, 3, "x");
	switch (x) {
		int variable;
	case 0:
		set(&variable, 11);
		return variable;
	case 1:
		set(&variable, 22);
		return variable;
	}
	goto inside;
	{
		int other = 5;
inside:
		set(&other, 33);
		return other;
	}
}
