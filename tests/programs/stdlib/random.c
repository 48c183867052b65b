// The library's random numbers are the same everywhere.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	for (int i = 0; i < 5; i++)
		printf("%d ", rand());
	srand(42);
	for (int i = 0; i < 5; i++)
		printf("%d ", rand() % 100);
	srandom(7);
	printf("%ld ", random());
	srand48(1);
	printf("%.6f %ld\n", drand48(), lrand48());
	unsigned state = 9;
	printf("%d\n", rand_r(&state));
	return 0;
}
