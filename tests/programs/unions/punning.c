// Reading as another type what was written as one.
#include <stdint.h>
#include <stdio.h>

union bits {
	float f;
	double d;
	uint32_t u32[2];
	uint64_t u64;
	uint8_t bytes[8];
};

int main(void)
{
	union bits b = {.d = -2.5};
	printf("%llx\n", (unsigned long long)b.u64);
	b.u64 = 0;
	b.f = 1.0f;
	printf("%x %x %u %u\n", b.u32[0], b.u32[1], b.bytes[3], b.bytes[2]);
	b.bytes[3] |= 0x80;
	printf("%g\n", b.f);
	b.u64 = 0x400921fb54442d18;
	printf("%.15f\n", b.d);
	return 0;
}
