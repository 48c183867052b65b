// A pointer in two halves, with its bytes swapped, rotated, and with a key.
#include <stdint.h>
#include <stdio.h>

static char text[8] = "pointer";

int main(void)
{
	volatile uint64_t number = (uintptr_t)(text + 1);
	uint32_t low = number, high = number >> 32;
	printf("%s\n", (char *)(uintptr_t)((uint64_t)high << 32 | low));
	uint64_t swapped = __builtin_bswap64(number);
	printf("%s\n", (char *)(uintptr_t)__builtin_bswap64(swapped) + 1);
	uint64_t rotated = number << 17 | number >> 47;
	printf("%s\n", (char *)(uintptr_t)(rotated >> 17 | rotated << 47) + 2);
	uint64_t hidden = ~number ^ 0x5555555555555555;
	printf("%s\n", (char *)(uintptr_t)~(hidden ^ 0x5555555555555555) - 1);
	return 0;
}
