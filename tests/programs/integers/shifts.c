// Shifts by every amount, of every width.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	uint64_t sum = 0;
	for (int i = 0; i < 64; i++) {
		volatile int n = i;
		uint64_t x = 0x9123456789abcdef;
		sum = sum * 31 + (x << n) + (x >> n) + (uint64_t)((int64_t)x >> n);
		if (i < 32)
			sum += ((uint32_t)x >> n) + (uint32_t)((int32_t)0x89abcdef >> n) + ((uint32_t)x << n);
		if (i < 16)
			sum += (uint16_t)((int16_t)0x8123 >> n) + (uint16_t)((uint16_t)0x8123 << n);
	}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
