// Volatile locals keep what was assigned after setjmp; frames above are gone.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf place;
static int *inner;

static void leave(int n)
{
	int local = n;
	inner = &local;
	siglongjmp(place, n);
}

int main(void)
{
	volatile int changed = 1;
	int buffer[4] = {1, 2, 3, 4};
	int n = sigsetjmp(place, 1);
	if (n < 3) {
		changed += 10;
		buffer[n] = 0;
		leave(n + 1);
	}
	printf("%d %d: %d %d %d %d\n", n, changed, buffer[0], buffer[1], buffer[2], buffer[3]);
	return 0;
}
