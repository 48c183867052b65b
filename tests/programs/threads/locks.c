// Locks, keys and once work in one thread.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int made;

static void make(void)
{
	made++;
	pthread_key_create(&key, NULL);
}

int main(void)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
	pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
	sem_t semaphore;
	pthread_once(&once, make);
	pthread_once(&once, make);
	int value = 3;
	pthread_setspecific(key, &value);
	printf("%d %d\n", made, *(int *)pthread_getspecific(key));
	printf("%d %d\n", pthread_mutex_lock(&mutex), pthread_mutex_trylock(&mutex) != 0);
	printf("%d %d\n", pthread_mutex_unlock(&mutex), pthread_rwlock_rdlock(&lock));
	printf("%d %d\n", pthread_cond_signal(&condition), pthread_equal(pthread_self(), pthread_self()) != 0);
	sem_init(&semaphore, 0, 1);
	printf("%d %d\n", sem_wait(&semaphore), sem_trywait(&semaphore));
	return 0;
}
