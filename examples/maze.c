// A maze to be walked by symbolic input. Finding a way to `#` is finding an input that fails the assertion.
#include <assert.h>
#include <klee/klee.h>

enum { HEIGHT = 7, WIDTH = 11, STEPS = 28 };

static char maze[HEIGHT][WIDTH + 1] = {
	"+-+---+---+",
	"| |     |#|",
	"| | --+ | |",
	"| |   | | |",
	"| +-- | | |",
	"|     |   |",
	"+-----+---+",
};

int main(void)
{
	int x = 1, y = 1;
	char steps[STEPS];
	klee_make_symbolic(steps, sizeof steps, "steps");
	maze[y][x] = 'X';
	for (int i = 0; i < STEPS; i++) {
		int to_x = x, to_y = y;
		switch (steps[i]) {
		case 'w': to_y--; break;
		case 's': to_y++; break;
		case 'a': to_x--; break;
		case 'd': to_x++; break;
		default: return 1; // not a step
		}
		assert(maze[to_y][to_x] != '#');
		// One wall of the maze has a hole, which nobody would notice.
		int is_hole = to_y == 2 && maze[to_y][to_x] == '|' && to_x > 0 && to_x < WIDTH;
		if (maze[to_y][to_x] != ' ' && !is_hole)
			return 2; // into a wall
		x = to_x;
		y = to_y;
		maze[y][x] = 'X';
	}
	return 3; // lost
}
