// A frame's address is the same all along the call, and tells how deep it is.
// levels: 0
#include <stdio.h>

static char *top;

static __attribute__((noinline)) void *caller(void) { return __builtin_frame_address(1); }
static __attribute__((noinline)) char *own(void) { return __builtin_frame_address(0); }

static __attribute__((noinline)) int deeper(int n)
{
	char *here = __builtin_frame_address(0);
	int below = n == 0 || deeper(n - 1);
	return below && own() < here && here == __builtin_frame_address(0);
}

int main(void)
{
	char *mine = __builtin_frame_address(0);
	printf("%d %d %d\n", caller() == mine, mine == __builtin_frame_address(0), deeper(50));
	int far = 0;
	for (int i = 0; i < 100000; i++) {
		long distance = own() - mine;
		far += distance < -(1 << 20) || distance > (1 << 20);
	}
	printf("%d\n", far);
	return 0;
}
