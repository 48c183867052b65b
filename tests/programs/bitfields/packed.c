// Packed fields that straddle bytes.
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header {
	unsigned version : 4, length : 11, flag : 1;
	unsigned long offset : 37;
	unsigned kind : 11;
};

int main(void)
{
	struct header h = {0};
	h.version = 9;
	h.length = 1500;
	h.flag = 1;
	h.offset = 0x1234567890;
	h.kind = 2047;
	unsigned char bytes[sizeof h];
	memcpy(bytes, &h, sizeof h);
	printf("%zu:", sizeof h);
	for (unsigned i = 0; i < sizeof h; i++)
		printf(" %02x", bytes[i]);
	printf("\n%u %u %u %llx %u\n", h.version, h.length, h.flag, (unsigned long long)h.offset, h.kind);
	return 0;
}
