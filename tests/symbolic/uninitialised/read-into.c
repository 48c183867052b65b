// The kernel writes over bytes that nobody wrote, among others and at places nobody knows.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct record {
	int id, value;
};

static struct record make(int id)
{
	struct record r;
	r.id = id;
	return r;
}

int main(void)
{
	struct record r = make(7);
	int ends[2];
	assert(pipe(ends) == 0 && write(ends[1], "abcd", 4) == 4);
	assert(read(ends[0], &r.value, 4) == 4);
	assert(r.id == 7 && memcmp(&r.value, "abcd", 4) == 0);
	struct timespec now[4];
	unsigned i = klee_range(0, 4, "i");
	now[i].tv_sec = -1;
	assert(clock_gettime(CLOCK_REALTIME, &now[i & 1]) == 0);
	assert(now[i & 1].tv_sec >= 0);
	return 0;
}
