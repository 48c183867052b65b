// A header of bit-fields decides how much of the packet is read.
//@ exits: 0 1 2
#include <klee/klee.h>

struct packet {
	unsigned char kind : 2, length : 3, spare : 3;
	unsigned char data[6];
};

int main(void)
{
	struct packet p;
	int sum = 0;
	klee_make_symbolic(&p, sizeof p, "p");
	if (p.kind != 1)
		return 1;
	const unsigned char *data = p.data;
	for (unsigned i = 0; i < p.length; i++)
		sum += data[i]; //~ out-of-bounds
	if (sum == 1000)
		return 2;
	return 0;
}
