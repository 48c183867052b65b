// A program that expects that a thread cannot be made goes on: nothing is found, and nothing is complete.
//@ left-out: threads and processes are not supported
//@ exits: 0 1
#include <klee/klee.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
	return argument;
}

int main(void)
{
	pthread_t thread;
	if (klee_int("x") == 0)
		return 0;
	if (pthread_create(&thread, 0, work, 0) != 0)
		return 1;
	pthread_join(thread, 0);
	return 2;
}
