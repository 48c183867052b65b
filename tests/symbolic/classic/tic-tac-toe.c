// A move into a symbolic field: who has won?
//@ exits: 0 1 2
#include <klee/klee.h>

static const unsigned char lines[8][3] = {
	{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

int main(void)
{
	char board[10] = "XX.OO....";
	unsigned move = klee_range(0, 9, "move");
	if (board[move] != '.')
		return 2;
	board[move] = 'X';
	for (int i = 0; i < 8; i++)
		if (board[lines[i][0]] == 'X' && board[lines[i][1]] == 'X' && board[lines[i][2]] == 'X')
			return 1;
	return 0;
}
