// The clock is the engine's own: every run sees the same.
// native: differs
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
	time_t now = time(NULL);
	struct timespec t;
	struct timeval v;
	clock_gettime(CLOCK_REALTIME, &t);
	printf("%ld %ld.%09ld\n", (long)now, (long)t.tv_sec, t.tv_nsec);
	clock_gettime(CLOCK_MONOTONIC, &t);
	gettimeofday(&v, NULL);
	printf("%ld.%09ld %ld.%06ld %ld\n", (long)t.tv_sec, t.tv_nsec, (long)v.tv_sec, (long)v.tv_usec, (long)clock());
	printf("%s", ctime(&now));
	return 0;
}
