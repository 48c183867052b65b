// A log keeps the last lines only; a line that was read from outside is soon forgotten, and comes again.
#include <assert.h>
#include <klee/klee.h>

#define LINES 32
#define WIDTH 8

static unsigned char lines[LINES][WIDTH];

int main(void)
{
	unsigned char in[3];
	unsigned next = 0, seen = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned n = 0; n < 3000; n++) {
		for (unsigned k = 0; k < WIDTH; k++)
			lines[next][k] = (unsigned char)(n + k) & 127;
		if (n % 1000 == 0)
			lines[in[n / 1000] % LINES][n % WIDTH] = 200;
		next = (next + 1) % LINES;
	}
	for (unsigned i = 0; i < LINES; i++)
		for (unsigned k = 0; k < WIDTH; k++)
			seen += lines[i][k] == 200;
	assert(seen == 0);
	return 0;
}
