// So is passing it.
#include <stdio.h>
#include <stdlib.h>

struct wide {
	long words[5];
};

static long sum(struct wide w)
{
	return w.words[0] + w.words[4];
}

int main(void)
{
	struct wide *p = calloc(4, sizeof(long));
	printf("%ld\n", sum(*p)); //~ out-of-bounds: 40 bytes
	return 0;
}
