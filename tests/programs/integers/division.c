// Signed and unsigned division of every width, by table.
#include <stdint.h>
#include <stdio.h>

#define CHECK(type, a, b) do { \
		volatile type x = (type)(a), y = (type)(b); \
		printf(#type " %lld %lld\n", (long long)(type)(x / y), (long long)(type)(x % y)); \
	} while (0)

int main(void)
{
	CHECK(int8_t, -128, 7);
	CHECK(int8_t, -128, -1);
	CHECK(uint8_t, 250, 7);
	CHECK(int16_t, -32768, 100);
	CHECK(uint16_t, 65535, 256);
	CHECK(int32_t, -2147483647, 10);
	CHECK(int32_t, 2147483647, -10);
	CHECK(uint32_t, 4000000000u, 3);
	CHECK(int64_t, -9000000000000000000, 1000000007);
	CHECK(uint64_t, -1, 10);
	CHECK(int64_t, 5, -9);
	return 0;
}
