// What is pointed to from a symbolic place, from its middle or from a packed structure is no leak.
//@ run: --check-leaks on
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

static char *table[4], *middle;
static struct {
	char first;
	int *numbers;
} __attribute__((packed)) packed;

int main(void)
{
	unsigned char which;
	klee_make_symbolic(&which, sizeof which, "which");
	table[which & 3] = malloc(5);
	middle = (char *)malloc(9) + 4;
	packed.numbers = malloc(4);
	return 0;
}
