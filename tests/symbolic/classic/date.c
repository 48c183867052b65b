// The 29th of February of a year that is no leap year.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static int days(int month, int year)
{
	if (month == 2)
		return year % 4 == 0 ? 29 : 28;
	if (month == 4 || month == 6 || month == 9 || month == 11)
		return 30;
	return 31;
}

int main(void)
{
	int day = klee_range(1, 32, "day"), month = klee_range(1, 13, "month"), year = klee_range(1895, 1906, "year");
	if (day > days(month, year))
		return 1;
	if (month == 2 && day == 29)
		assert(year == 1896 || year == 1904); //~ assertion
	return 0;
}
