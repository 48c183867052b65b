// A program has to expect that a socket cannot be made: an error behind that is its own, and the rest is left out.
//@ left-out: system call socket (41)
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/socket.h>

int main(void)
{
	char *text = malloc(2);
	if (klee_int("x") == 0) {
		free(text);
		return 0;
	}
	int s = socket(AF_INET, SOCK_STREAM, 0);
	free(text);
	return s < 0 ? text[0] : 1; //~ use-after-free
}
