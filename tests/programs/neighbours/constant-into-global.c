// A constant is left for a global. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static const int days[5] = {31, 28, 31, 30, 31};
static int hours[4] = {24, 24, 24, 23};

int main(void)
{
	volatile long month = 4;
	printf("%d\n", days[month]);
	month = (long)((uintptr_t)hours - (uintptr_t)days) / 4 + 3;
	printf("%d\n", days[month]); //~ out-of-bounds: of constant `days` of 20 bytes
	return 0;
}
