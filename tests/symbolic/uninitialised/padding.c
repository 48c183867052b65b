// Padding may be copied; the fields are all set.
//@ exits: 0 1
#include <klee/klee.h>
#include <string.h>

struct padded {
	char c;
	int i;
};

int main(void)
{
	struct padded p, q;
	p.c = 'c';
	p.i = klee_int("i");
	memcpy(&q, &p, sizeof q);
	if (q.i == 3 && q.c == 'c')
		return 1;
	return 0;
}
