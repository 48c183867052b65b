// Memory at addresses of the program's choice, as a device's registers are: it has bounds, and can be input.
//@ exits: 0 1
//@ native: none
#include <klee/klee.h>

#define PORT ((volatile unsigned char *)0x100000)
#define STATUS ((volatile unsigned *)0x100004)

static void poke(int at)
{
	PORT[at] = 1; //~ out-of-bounds
}

int main(void)
{
	klee_define_fixed_object((void *)PORT, 4);
	klee_define_fixed_object((void *)STATUS, sizeof *STATUS);
	klee_make_symbolic((void *)STATUS, sizeof *STATUS, "status");
	PORT[0] = klee_int("x");
	PORT[3] = 1;
	if (PORT[0] == 0x80 && PORT[3] == 1 && *STATUS > 7)
		return 1;
	if (PORT[0] == 0x90)
		poke(*STATUS == 3 ? 3 : -1);
	return PORT[1];
}
