// A walk over a grid by symbolic steps; every field that was met is marked.
#include <assert.h>
#include <klee/klee.h>

#define SIDE 8
#define STEPS 6

int main(void)
{
	unsigned char grid[SIDE][SIDE] = {{0}}, steps[STEPS];
	unsigned x = 0, y = 0, marked = 0;
	klee_make_symbolic(steps, sizeof steps, "steps");
	grid[0][0] = 1;
	for (int i = 0; i < STEPS; i++) {
		unsigned right = steps[i] & 1;
		x = (x + right) % SIDE;
		y = (y + 1 - right) % SIDE;
		grid[y][x] = 1;
	}
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			marked += grid[i][j];
	assert(marked == STEPS + 1);
	return 0;
}
