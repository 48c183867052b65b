// The safe twin: many rounds that look alike but for one byte far away.
//@ run: --check-loops on
//@ exits: 0
#include <stdlib.h>

int main(void)
{
	volatile unsigned *far = calloc(1000, sizeof *far);
	while (far[900] < 3000)
		far[900]++;
	free((void *)far);
	return 0;
}
