// The same in Intel's order, where the compiler is told so.
// cflags: -masm=intel
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	uint32_t x = 0x12345678, y = 0x100, n;
	uint16_t s = 0x1234;

	__asm__("bswap %0" : "+r"(x));
	__asm__("rol %0, 8" : "+r"(x));
	__asm__("ror %w0, %b1" : "+r"(s) : "c"((char)4));
	__asm__("bsf %0, %1" : "=r"(n) : "r"(y));
	__asm__("sub %0, %1" : "+r"(y) : "r"(n));
	__asm__ volatile("lock add dword ptr [rsp], 0" : : : "memory");
	__asm__ volatile("lock add dword ptr %0, 5" : "+m"(n));
	printf("%x %x %x %u\n", x, s, y, n);
	return 0;
}
