// Blocks that functions of the C library made are leaked by those who called them, each at its place.
//@ run: --check-leaks on
//@ exits: 0
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *first = strdup("abc"); //~ leak
	char *second = 0, *third = 0;
	switch (klee_range(0, 4, "which")) {
	case 1:
		free(first);
		break;
	case 2:
		second = strdup("defg"); //~ leak
		break;
	case 3:
		if (asprintf(&third, "%d", 5) < 0) //~ leak
			return 1;
	}
	first = second = third = 0;
	return 0;
}
