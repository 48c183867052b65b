// A thread that cannot be made: a correct program that does not expect this goes wrong because of us, which is no finding.
//@ unsupported: `clone` fails; a finding behind that (uninitialised)
//@ left-out: threads and processes are not supported
#include <klee/klee.h>
#include <pthread.h>

static int sum;

static void *work(void *argument)
{
	sum += *(int *)argument;
	return argument;
}

int main(void)
{
	int x = klee_int("x");
	int table[4] = {1, 2, 3, 4};
	if (x < 0 || x > 4)
		return table[x & 3];
	if (x == 4)
		return table[x]; //~ out-of-bounds
	pthread_t thread;
	pthread_create(&thread, 0, work, &table[x]);
	pthread_join(thread, 0);
	return sum;
}
