// memcpy(buffer + offset, source, n): a record is put into a page, checked as it should be.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

enum { PAGE = 4096 };

static int put(char *page, size_t offset, const char *record, size_t n)
{
	if (offset > PAGE || n > PAGE - offset)
		return 0;
	memcpy(page + offset, record, n);
	return 1;
}

int main(void)
{
	char *page = calloc(PAGE, 1), record[PAGE];
	size_t offset, n;
	klee_make_symbolic(&offset, sizeof offset, "offset");
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume((offset <= RANGE) & (n <= RANGE));
#endif
	memset(record, 'r', sizeof record);
	if (put(page, offset, record, n)) {
		if (n)
			assert(page[offset + n - 1] == 'r');
		if (offset)
			assert(page[offset - 1] == 0);
	}
	free(page);
	return 0;
}
