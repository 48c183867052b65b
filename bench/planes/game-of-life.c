// Two generations of cells on a small torus, with two living cells at symbolic places.
#include <klee/klee.h>

#define SIDE 4

static unsigned char now[SIDE][SIDE], next[SIDE][SIDE];

int main(void)
{
	unsigned char in[2];
	unsigned alive = 0;
	klee_make_symbolic(in, sizeof in, "in");
	now[1][1] = 1;
	now[in[0] % SIDE][in[0] / SIDE % SIDE] = 1;
	now[in[1] % SIDE][in[1] / SIDE % SIDE] = 1;
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++) {
			unsigned around = 0;
			for (int k = 0; k < 9; k++)
				if (k != 4)
					around += now[(y + k / 3 + 3) % SIDE][(x + k % 3 + 3) % SIDE];
			next[y][x] = around == 3 || (around == 2 && now[y][x]);
			alive += next[y][x];
		}
	return alive > 9;
}
