// Structures that are returned and passed by value in a loop: their temporaries are no one else's.
//@ paths: 3
//@ exits: 0 7 14
#include <klee/klee.h>

struct wide {
	long a[5];
};

static struct wide make(int x)
{
	struct wide wide = {{x, 1, 2, 3, 1}};
	return wide;
}

static long sum(struct wide wide, const struct wide *other)
{
	return wide.a[1] + wide.a[2] + other->a[3] + other->a[4];
}

int main(void)
{
	int rounds = klee_range(0, 3, "rounds");
	long total = 0;
	for (int i = 0; i < rounds; i++) {
		struct wide mine = make(i);
		total += sum(make(i), &mine);
		const struct wide *literal = &(struct wide){{[0] = i}};
		total += literal->a[0] - i;
	}
	return (int)total;
}
