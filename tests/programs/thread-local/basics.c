// Thread-local variables of the only thread there is.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int count = 5;
__thread char name[16] = "local";
_Thread_local int *pointer;
static _Thread_local struct { long a; double b; } pair = {1, 2.5};

static int *where(void)
{
	static _Thread_local int inside = 100;
	inside++;
	return &inside;
}

int main(void)
{
	pointer = &count;
	*pointer += 2;
	name[0] = 'L';
	pair.a--;
	*where() += 10;
	printf("%d %s %ld %g %d\n", count, name, pair.a, pair.b, *where());
	errno = EDOM;
	int *e = &errno;
	printf("%d\n", *e == EDOM);
	return 0;
}
