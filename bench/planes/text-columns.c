// Lines of text are laid out in columns of a screen that is scrolled without end; the cursor was somewhere.
#include <assert.h>
#include <klee/klee.h>

#define LINES 8
#define WIDTH 32

int main(void)
{
	char screen[LINES][WIDTH];
	unsigned char cursor;
	klee_make_symbolic(&cursor, sizeof cursor, "cursor");
	for (int i = 0; i < LINES; i++)
		for (int j = 0; j < WIDTH; j++)
			screen[i][j] = ' ';
	screen[cursor / WIDTH % LINES][cursor % WIDTH] = '_';
	for (int line = 0;; line++) {
		for (int i = 0; i + 1 < LINES; i++)
			for (int j = 0; j < WIDTH; j++)
				screen[i][j] = screen[i + 1][j];
		for (int j = 0; j < WIDTH; j++)
			screen[LINES - 1][j] = (char)('a' + (line + j) % 26);
		assert(screen[LINES - 1][0] == 'a' + line % 26);
	}
}
