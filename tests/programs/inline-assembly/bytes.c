// Instructions that C has no operator for, as headers have them: bytes swapped, bits rotated, found and counted.
#include <stdint.h>
#include <stdio.h>

static uint16_t swap16(uint16_t x) { __asm__("rorw $8, %w0" : "+r"(x) : : "cc"); return x; }
static uint16_t swap_halves(uint16_t x) { __asm__("xchgb %b0,%h0" : "+Q"(x)); return x; }
static uint32_t swap32(uint32_t x) { __asm__("bswap %0" : "=r"(x) : "0"(x)); return x; }
static uint32_t swap_part(uint64_t x) { __asm__("bswapl %k0" : "+r"(x)); return x; }
static uint64_t swap64(uint64_t x) { __asm__("bswapq %q0" : "+r"(x)); return x; }
static uint32_t left7(uint32_t x) { __asm__("roll %1,%0" : "+r"(x) : "I"(7)); return x; }
static uint32_t left(uint32_t x, uint8_t n) { __asm__("roll %%cl,%0" : "+r"(x) : "c"(n)); return x; }
static uint8_t right(uint8_t x, uint8_t n) { __asm__("rorb %b1,%0" : "+q"(x) : "c"(n)); return x; }
static uint64_t lowest(uint64_t x) { uint64_t n; __asm__("bsf %1,%0" : "=r"(n) : "rm"(x)); return n; }
static uint32_t highest(uint32_t x) { uint32_t n; __asm__("bsrl %1,%0" : "=r"(n) : "rm"(x) : "cc"); return n; }
// The destination stays where there is nothing to find.
static int32_t or_minus_one(uint32_t x) { int32_t n; __asm__("bsrl %1,%0" : "=r"(n) : "r"(x), "0"(-1)); return n; }
static uint64_t ones(uint64_t x) { uint64_t n; __asm__("popcnt %1,%0" : "=r"(n) : "r"(x)); return n; }
static uint64_t zero_extended(uint32_t x) { uint64_t y; __asm__("movl %1,%k0" : "=r"(y) : "r"(x)); return y; }
static int32_t sum(int32_t a, int32_t b) { __asm__("add %1, %0\n\t# a comment; nop\n\tneg %0; not %0" : "+r"(a) : "r"(b)); return a; }

static uint64_t product(uint64_t a, uint64_t b, uint64_t *high)
{
	uint64_t low;
	__asm__("mulq %3" : "=d"(*high), "=a"(low) : "%1"(a), "rm"(b));
	return low;
}

int main(void)
{
	uint64_t high, low = product(0xffffffffffffffff, 0x123456789abcdef1, &high);

	printf("%x %x %x %x %lx\n", swap16(0x1234), swap_halves(0x1234), swap32(0x12345678), swap_part(0x12345678),
	       swap64(0x123456789abcdef0));
	for (unsigned n = 0; n < 70; n += 23)
		printf("%x %x %x ", left7(0x80001234u + n), left(0x80001234, n), right(0x81, n));
	printf("\n%lu %lu %u %u %d %d\n", lowest(1), lowest(1ul << 63), highest(1), highest(0x80000001), or_minus_one(0),
	       or_minus_one(0x1000));
	printf("%lu %lx %d %lx %lx\n", ones(0xff0ff), zero_extended(-1), sum(40, 3), low, high);
	return 0;
}
