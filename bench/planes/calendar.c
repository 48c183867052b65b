// A year of days in which symbolic ones are booked; weeks are added up.
#include <assert.h>
#include <klee/klee.h>

#define DAYS 364

int main(void)
{
	unsigned char booked[DAYS] = {0};
	unsigned short days[3];
	unsigned busiest = 0;
	klee_make_symbolic(days, sizeof days, "days");
	for (int i = 0; i < 3; i++) {
		klee_assume(days[i] < DAYS);
		booked[days[i]]++;
	}
	for (int week = 0; week < DAYS / 7; week++) {
		unsigned sum = 0;
		for (int day = 0; day < 7; day++)
			sum += booked[7 * week + day];
		busiest = sum > busiest ? sum : busiest;
	}
	assert(busiest >= 1 && busiest <= 3);
	return 0;
}
