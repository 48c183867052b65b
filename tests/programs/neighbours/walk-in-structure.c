// A reader steps over what it reads. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

struct reader {
	const char *at;
	long step;
};

static char packet[12] = "packet", secret[12] = "secret";

static int next(struct reader *r)
{
	int c = *r->at; //~ out-of-bounds: of global `packet` of 12 bytes
	r->at += r->step;
	return c;
}

int main(void)
{
	struct reader r = {packet, (uintptr_t)secret - (uintptr_t)packet};
	for (int i = 0; i < 2; i++)
		putchar(next(&r));
	return 0;
}
