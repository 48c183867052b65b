// The processor is a plain x86-64, whatever runs here, and its cycles are the program's own time.
// native: differs
#include <cpuid.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	unsigned a, b, c, d, name[3];

	printf("%d %d\n", __get_cpuid(1, &a, &b, &c, &d), !!(d & bit_SSE2));
	printf("%x %x %d\n", c & (bit_SSE3 | bit_AVX | bit_OSXSAVE | bit_POPCNT), b, __get_cpuid_count(7, 0, &a, &b, &c, &d));
	__cpuid(0, a, name[0], name[2], name[1]);
	printf("%u %.12s\n", a, (char *)name);
	printf("%d %d\n", __get_cpuid(0x80000001, &a, &b, &c, &d), !!(d & bit_LM));

	// What position-independent code had, because `ebx` was not its own.
	__asm__ volatile("xchgq %%rbx,%q1\n\tcpuid\n\txchgq %%rbx,%q1" : "=a"(a), "=&r"(b), "=c"(c), "=d"(d) : "0"(0), "2"(0));
	printf("%d\n", b == name[0]);

	uint32_t low, high;
	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	__asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(a), "=d"(d) : "c"(0));
	printf("%x %x %x %x\n", low, high, a, d);

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	uint64_t first = low | (uint64_t)high << 32, last;
	for (int i = 0; i < 10; i++)
		last = __builtin_readcyclecounter();
	printf("%d\n", last >= first);
	return 0;
}
