// The month of a date, and behind the table of months another one. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>

static const char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static char leap[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void)
{
	long far = (uintptr_t)leap - (uintptr_t)days;
	long month = klee_range(0, 12, "month"), is_leap = klee_range(0, 2, "is_leap");
	if (is_leap)
		month += far;
	if (days[month] == 29) //~ out-of-bounds
		return 29;
	return 0;
}
