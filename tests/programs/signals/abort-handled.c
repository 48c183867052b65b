// unsupported: delivery of SIGABRT to the program's handler
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf there;
static void handler(int number) { longjmp(there, number); }

int main(void)
{
	signal(SIGABRT, handler);
	if (setjmp(there) == 0)
		abort();
	return 0;
}
