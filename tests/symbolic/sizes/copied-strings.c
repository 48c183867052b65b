// Functions that copy strings do what a loop does, for a string in a block of symbolic size.
//@ exits: 0 1 2 3
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

// How many of n bytes come before the first c, as a loop finds it.
static size_t before(const char *s, char c, size_t n)
{
	size_t i = 0;
	while (i < n && s[i] != c)
		i++;
	return i;
}

int main(void)
{
	unsigned n = klee_range(1, 5, "n"), which = klee_range(0, 4, "which");
	char *s = malloc(n), room[8] = "#######";
	klee_make_symbolic(s, n, "s");
	s[n - 1] = 0;
	size_t len = before(s, 0, n), most = n - 1;
	switch (which) {
	case 0:
		strcpy(room, s);
		assert(before(room, 0, 8) == len && room[len + 1] == '#');
		break;
	case 1:
		strncpy(room, s, n);
		assert(room[n - 1] == 0 && room[n] == '#' && room[len] == 0);
		break;
	case 2:
		room[1] = 0;
		strncat(room, s, most);
		assert(room[0] == '#' && before(room, 0, 8) == len + 1);
		break;
	case 3: {
		char *end = memccpy(room, s, 'x', n);
		size_t place = before(s, 'x', n);
		assert(end == (place < n ? room + place + 1 : 0));
		assert(room[place < n ? place + 1 : n] == '#');
	}
	}
	free(s);
	return which;
}
