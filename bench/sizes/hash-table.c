// A hash table of n buckets: two entries, and a look for one of them.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

struct entry {
	unsigned key, value;
	struct entry *next;
};

struct table {
	struct entry **buckets;
	unsigned count;
};

static void insert(struct table *t, struct entry *e)
{
	struct entry **first = &t->buckets[e->key * 2654435761u % t->count];
	e->next = *first;
	*first = e;
}

static unsigned lookup(const struct table *t, unsigned key)
{
	for (struct entry *e = t->buckets[key * 2654435761u % t->count]; e; e = e->next)
		if (e->key == key)
			return e->value;
	return 0;
}

int main(void)
{
	struct entry one = {11, 1, 0}, two = {22, 2, 0};
	unsigned count;
	klee_make_symbolic(&count, sizeof count, "count");
#if RANGE
	klee_assume(count <= RANGE);
#endif
	klee_assume(count > 0);
	struct table t = {calloc(count, sizeof *t.buckets), count};
	if (!t.buckets)
		return 1;
	insert(&t, &one);
	insert(&t, &two);
	assert(lookup(&t, 11) == 1);
	free(t.buckets);
	return 0;
}
