// A server that has no end: each command writes to a register at a symbolic place, and then all are refreshed.
#include <assert.h>
#include <klee/klee.h>

#define REGISTERS 64

int main(void)
{
	unsigned value[REGISTERS] = {0}, copy[REGISTERS], ticks = 0;
	unsigned char at;
	klee_make_symbolic(&at, sizeof at, "at");
	for (;;) {
		value[at % REGISTERS] = ticks;
		for (int i = 0; i < REGISTERS; i++)
			copy[i] = ticks + (unsigned)i;
		for (int i = 0; i < REGISTERS; i++)
			value[i] = copy[i];
		assert(value[3] == ticks + 3);
		ticks++;
	}
}
