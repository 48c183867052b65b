// Writes at symbolic places with a log of what was there, which is then played back.
#include <assert.h>
#include <klee/klee.h>

#define N 32
#define WRITES 5

int main(void)
{
	unsigned short memory[N], values[WRITES], before[WRITES];
	unsigned char places[WRITES], look;
	klee_make_symbolic(values, sizeof values, "values");
	klee_make_symbolic(places, sizeof places, "places");
	klee_make_symbolic(&look, sizeof look, "look");
	for (unsigned short i = 0; i < N; i++)
		memory[i] = (unsigned short)(i * 3);
	for (int i = 0; i < WRITES; i++) {
		before[i] = memory[places[i] % N];
		memory[places[i] % N] = values[i];
	}
	for (int i = WRITES - 1; i >= 0; i--)
		memory[places[i] % N] = before[i];
	if (memory[look % N] != look % N * 3)
		return 1;
	return 0;
}
