// A list of three nodes walked a symbolic number of steps.
//@ paths: 3
//@ exits: 1 2 3
#include <klee/klee.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node c = {3, 0}, b = {2, &c}, a = {1, &b}, *p = &a;
	for (int steps = klee_range(0, 4, "steps"); steps > 0; steps--)
		p = p->next;
	return p->value; //~ null-dereference
}
