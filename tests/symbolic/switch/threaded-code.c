// An interpreter that jumps from one instruction to the next by a table of labels: it takes a path for each program.
//@ exits: 0 1 2 3 4
//@ paths: 7
#include <klee/klee.h>

int main(void)
{
	static void *const code[] = { &&stop, &&one, &&two };
	int sum = 0, left = 2;

next:
	if (left-- == 0)
		return sum;
	goto *code[klee_range(0, 3, "instruction")];
one:
	sum += 1;
	goto next;
two:
	sum += 2;
	goto next;
stop:
	return sum;
}
