// A whole struct made symbolic; its fields are independent.
//@ paths: 4
//@ exits: 0 1 2 3
#include <klee/klee.h>

struct point {
	short x, y;
	char name[4];
};

int main(void)
{
	struct point p;
	int result = 0;
	klee_make_symbolic(&p, sizeof p, "p");
	if (p.x == p.y)
		result += 1;
	if (p.name[2] == 'q')
		result += 2;
	return result;
}
