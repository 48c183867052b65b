// There is one thread: another one cannot be made, and the program is told so.
// levels: 0
// native: differs
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *work(void *argument)
{
	return argument;
}

int main(void)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, work, NULL);
	printf("%s\n", error ? "no thread" : "a thread");
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	printf("%d %d\n", pthread_mutex_lock(&mutex), pthread_mutex_unlock(&mutex));
	return 0;
}
