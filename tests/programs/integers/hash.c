// Some well-known hash functions of some text.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t crc32(const char *s)
{
	uint32_t crc = ~0u;
	for (; *s; s++) {
		crc ^= (unsigned char)*s;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
	}
	return ~crc;
}

static uint64_t fnv(const char *s)
{
	uint64_t hash = 0xcbf29ce484222325;
	for (; *s; s++)
		hash = (hash ^ (unsigned char)*s) * 0x100000001b3;
	return hash;
}

static uint32_t adler(const char *s)
{
	uint32_t a = 1, b = 0;
	for (; *s; s++)
		a = (a + (unsigned char)*s) % 65521, b = (b + a) % 65521;
	return b << 16 | a;
}

int main(void)
{
	const char *texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
	for (int i = 0; i < 4; i++)
		printf("%08x %016llx %08x\n", crc32(texts[i]), (unsigned long long)fnv(texts[i]), adler(texts[i]));
	return 0;
}
