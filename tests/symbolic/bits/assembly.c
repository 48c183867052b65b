// Inline assembly on symbolic input is an expression like any other, and compares memory like any other access.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdint.h>

static uint32_t swapped(uint32_t x) { __asm__("bswap %0" : "+r"(x)); return x; }
static uint32_t rotated(uint32_t x, uint8_t n) { __asm__("roll %%cl,%0" : "+r"(x) : "c"(n)); return x; }
static uint32_t highest(uint32_t x) { uint32_t n; __asm__("bsrl %1,%0" : "=r"(n) : "r"(x) : "cc"); return n; }
static void count(uint32_t *p) { __asm__ volatile("lock; incl %0" : "+m"(*p) : : "memory"); } //~ out-of-bounds

int main(void)
{
	uint32_t x = klee_int("x"), table[2] = { 7, 8 };

	if (swapped(x) == 0x11223344)
		klee_assert(x == 0x44332211);
	klee_assert(rotated(rotated(x, 12), 20) == x);
	if (x >= 16 && x < 32)
		klee_assert(highest(x) == 4);
	int i = klee_range(0, 3, "i");
	count(&table[i]);
	if (table[1] == 9)
		return 1;
	return 0;
}
