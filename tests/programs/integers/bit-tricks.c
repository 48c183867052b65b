// Builtins and the old tricks give the same.
#include <stdint.h>
#include <stdio.h>

static int slow_count(uint64_t x)
{
	int count = 0;
	for (; x; x &= x - 1)
		count++;
	return count;
}

int main(void)
{
	uint64_t values[] = {1, 0x80, 0xf0f0, 0xdeadbeef, 0x8000000000000000, 0x123456789abcdef0, UINT64_MAX};
	for (int i = 0; i < 7; i++) {
		uint64_t x = values[i];
		printf("%d %d %d %d %d ", __builtin_popcountll(x), slow_count(x), __builtin_clzll(x),
			__builtin_ctzll(x), __builtin_parityll(x));
		printf("%016llx %d ", (unsigned long long)__builtin_bswap64(x), __builtin_ffsll(x));
		printf("%llx %x\n", (unsigned long long)__builtin_bitreverse64(x), __builtin_bswap16(x));
	}
	uint32_t r = 0x12345678;
	printf("%x %x\n", r << 12 | r >> 20, __builtin_rotateright32(r, 8));
	printf("%x %d\n", __builtin_bitreverse8(0x13), __builtin_clrsb(-8));
	return 0;
}
