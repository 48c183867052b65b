// A struct in an array in a struct, reached by two symbolic indices.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

struct inner {
	unsigned char a[3];
};

struct outer {
	struct inner in[2];
	int end;
};

int main(void)
{
	struct outer o = {{{{1, 2, 3}}, {{4, 5, 6}}}, 7};
	unsigned i = klee_range(0, 2, "i"), j = klee_range(0, 3, "j");
	if (o.in[i].a[j] == 5)
		return 1;
	return 0;
}
