// Addresses go through a table of pages whose entries are exchanged at symbolic places.
#include <assert.h>
#include <klee/klee.h>

#define PAGES 8
#define SIZE 8

static unsigned char table[PAGES], frames[PAGES * SIZE];

static unsigned char *at(unsigned address)
{
	return &frames[table[address / SIZE % PAGES] * SIZE + address % SIZE];
}

int main(void)
{
	unsigned char in[4];
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned i = 0; i < PAGES; i++)
		table[i] = (unsigned char)(PAGES - 1 - i);
	*at(in[0]) = 11;
	*at(in[1]) = 22;
	unsigned a = in[2] % PAGES, b = in[3] % PAGES;
	unsigned char t = table[a];
	table[a] = table[b];
	table[b] = t;
	table[b] = table[a];
	table[a] = t;
	assert(*at(in[1]) == 22 || a != b);
	return 0;
}
