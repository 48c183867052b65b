// Constructors and destructors by priority, then atexit.
#include <stdio.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(300))) static void third(void) { printf("third %d\n", ++order); }
__attribute__((constructor(101))) static void first(void) { printf("first %d\n", ++order); }
__attribute__((constructor(200))) static void second(void) { printf("second %d\n", ++order); }
__attribute__((constructor)) static void last(void) { printf("last %d\n", ++order); }
__attribute__((destructor(101))) static void end_last(void) { printf("end last %d\n", ++order); }
__attribute__((destructor(300))) static void end_first(void) { printf("end first %d\n", ++order); }
__attribute__((destructor)) static void end(void) { printf("end %d\n", ++order); }

static void at_exit(void) { printf("at exit %d\n", ++order); }

int main(void)
{
	atexit(at_exit);
	printf("main %d\n", ++order);
	return 0;
}
