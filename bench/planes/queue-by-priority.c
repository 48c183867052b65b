// A queue for each priority; where an entry goes, and which queue is served, depends on the input.
#include <assert.h>
#include <klee/klee.h>

#define KINDS 4
#define ROOM 8

static unsigned char queues[KINDS][ROOM], length[KINDS];

int main(void)
{
	unsigned char in[5];
	unsigned sum = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned char i = 0; i < 5; i++) {
		unsigned kind = in[i] % KINDS;
		queues[kind][length[kind] % ROOM] = i + 1;
		length[kind]++;
	}
	for (int kind = 0; kind < KINDS; kind++)
		for (int i = 0; i < length[kind]; i++)
			sum += queues[kind][i];
	assert(sum == 1 + 2 + 3 + 4 + 5);
	return 0;
}
