// Structures of arrays of structures, assigned whole.
#include <stdio.h>

struct cell {
	short value;
	char mark;
};

struct board {
	struct cell cells[3][3];
	int moves;
};

static struct board play(struct board b, int at, char mark)
{
	b.cells[at / 3][at % 3] = (struct cell){b.moves, mark};
	b.moves++;
	return b;
}

int main(void)
{
	struct board b = {{{{0}}}, 0}, history[5];
	for (int i = 0; i < 5; i++)
		history[i] = b = play(b, i * 2, i % 2 ? 'o' : 'x');
	for (int i = 0; i < 5; i += 2) {
		for (int j = 0; j < 9; j++)
			printf("%c%d", history[i].cells[j / 3][j % 3].mark ?: '.', history[i].cells[j / 3][j % 3].value);
		puts("");
	}
	return 0;
}
