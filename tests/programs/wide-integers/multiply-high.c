// The upper half of a product, by 128 bits and by hand.
#include <stdint.h>
#include <stdio.h>

static uint64_t by_hand(uint64_t a, uint64_t b)
{
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (uint32_t)middle;
	return ah * bh + (middle >> 32) + (other >> 32);
}

int main(void)
{
	uint64_t x = 0x9e3779b97f4a7c15, wrong = 0, sum = 0;
	for (int i = 0; i < 200; i++) {
		uint64_t y = x * 0xbf58476d1ce4e5b9 + i;
		uint64_t high = (uint64_t)((unsigned __int128)x * y >> 64);
		wrong += high != by_hand(x, y);
		sum += high;
		x = y ^ x >> 7;
	}
	printf("%llu %016llx\n", (unsigned long long)wrong, (unsigned long long)sum);
	return 0;
}
