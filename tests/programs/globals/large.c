// Large arrays, mostly zero, and a string of 4000 characters.
#include <stdio.h>
#include <string.h>

#define TEN(x) x x x x x x x x x x

static int sparse[1 << 20] = {[100] = 1, [(1 << 20) - 1] = 2};
static const char text[] = TEN(TEN(TEN("abcd")));
static struct { char tag; int grid[100][100]; } big = {'t', {[99] = {[99] = 7}}};
static double zeros[100000];

int main(void)
{
	long sum = 0;
	for (int i = 0; i < 1 << 20; i += 37)
		sum += sparse[i];
	printf("%ld %d %d\n", sum, sparse[100], sparse[(1 << 20) - 1]);
	printf("%zu %s\n", strlen(text), text + 3990);
	printf("%c %d %g\n", big.tag, big.grid[99][99], zeros[99999]);
	return 0;
}
