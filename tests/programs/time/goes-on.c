// Time does not stand still, nor go back.
// native: differs
#include <stdio.h>
#include <time.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

int main(void)
{
	double before = now();
	volatile int work = 0;
	for (int i = 0; i < 100000; i++)
		work += i;
	double after = now();
	struct timespec pause = {2, 0};
	nanosleep(&pause, NULL);
	double later = now();
	printf("%d %d %.9f\n", after > before, later >= after + 2, later - before);
	return !(after > before && later >= after + 2);
}
