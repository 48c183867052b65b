// The same maze with its goal walled in.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static const char maze[4][7] = {"+----+", "| |# |", "| |  |", "+----+"};

int main(void)
{
	char program[4];
	int x = 1, y = 1;
	klee_make_symbolic(program, sizeof program, "program");
	for (int i = 0; i < 4; i++) {
		int ox = x, oy = y;
		switch (program[i]) {
		case 'w':
			y--;
			break;
		case 's':
			y++;
			break;
		case 'a':
			x--;
			break;
		case 'd':
			x++;
			break;
		default:
			return 0;
		}
		assert(maze[y][x] != '#');
		if (maze[y][x] != ' ') {
			x = ox;
			y = oy;
		}
	}
	return 0;
}
