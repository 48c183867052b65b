// A log in a ring that has no end; one entry was written at a symbolic place before it began.
#include <assert.h>
#include <klee/klee.h>

#define N 256

struct entry {
	unsigned time;
	unsigned short kind, length;
};

int main(void)
{
	struct entry log[N] = {{0, 0, 0}};
	unsigned at;
	klee_make_symbolic(&at, sizeof at, "at");
	klee_assume(at < N);
	log[at].kind = 1;
	for (unsigned time = 1;; time++) {
		struct entry *entry = &log[time % N];
		entry->time = time;
		entry->kind = (unsigned short)(time % 5);
		entry->length = (unsigned short)(time % 60);
		assert(log[(time - 1) % N].time == time - 1);
	}
}
