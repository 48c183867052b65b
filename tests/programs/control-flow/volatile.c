// Every access of a volatile variable happens.
#include <stdio.h>

static volatile int port;
static int reads;

static int next(void)
{
	reads++;
	return port++;
}

int main(void)
{
	volatile struct { int a, b; } device = {1, 2};
	device.a += device.b;
	port = port + 1;
	while (next() < 10)
		;
	for (volatile int i = 0; i < 5; i++)
		port += i;
	printf("%d %d %d %d\n", port, reads, device.a, device.b);
	return 0;
}
