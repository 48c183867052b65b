// Assignment copies every symbolic field.
//@ paths: 1
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

struct pair {
	int first;
	long second;
};

static struct pair swapped(struct pair p)
{
	struct pair q = {(int)p.second, p.first};
	return q;
}

int main(void)
{
	struct pair p = {klee_int("first"), klee_int("second")}, q;
	q = swapped(swapped(p));
	assert(q.first == p.first && q.second == p.second);
	return 0;
}
