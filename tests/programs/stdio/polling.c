// Waiting for a pipe, by poll and by select.
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
	int ends[2];
	pipe(ends);
	struct pollfd p = {ends[0], POLLIN, 0};
	printf("%d\n", poll(&p, 1, 0));
	write(ends[1], "x", 1);
	printf("%d ", poll(&p, 1, 100));
	printf("%d\n", p.revents == POLLIN);
	fd_set set;
	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	struct timeval time = {0, 0};
	printf("%d ", select(ends[0] + 1, &set, NULL, NULL, &time));
	printf("%d\n", FD_ISSET(ends[0], &set) != 0);
	return 0;
}
