// Functions that look through bytes a word at a time read the whole word that the last byte is in, as gnulib's `rawmemchr` does.
//@ cc: -fno-builtin
//@ exits: 0
//@ native: none
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ONES 0x0101010101010101u

/* The first byte `c`, which is there. */
static char *find(const char *bytes, char c)
{
	while ((uintptr_t)bytes % 8) {
		if (*bytes == c)
			return (char *)bytes;
		bytes++;
	}
	const uint64_t *word = (const uint64_t *)bytes;
	for (;;) {
		uint64_t other = *word ^ ONES * (unsigned char)c;
		if ((other - ONES) & ~other & ONES << 7)
			break;
		word++;
	}
	const char *at = (const char *)word;
	while (*at != c)
		at++;
	return (char *)at;
}

static char global[13] = "at the end.\n";
static const char constant[] = "constants, 20 bytes";

struct record {
	short number;
	char name[9];
};

int main(void)
{
	klee_assert(find(global, 0) == global + 12);
	klee_assert(find(constant, 0) == constant + 19);
	char local[11] = "0123456789";
	klee_assert(find(local + 3, 0) == local + 10);
	klee_assert(find("a literal", 0)[-1] == 'l');

	char *block = malloc(14);
	if (!block)
		return 0;
	for (int i = 0; i < 13; i++)
		block[i] = klee_range('a', 'd', "byte");
	block[13] = 0;
	char *at = find(block, 0);
	klee_assert(at == block + 13);
	/* Past what is looked for, nothing matters. */
	block[9] = 'x';
	klee_assert(find(block, 'x') == block + 9);

	struct record *record = malloc(11);
	if (!record)
		return 0;
	record->number = 1;
	strcpy(record->name, "eleven");
	klee_assert(find(record->name, 0) == record->name + 6);
	return 0;
}
