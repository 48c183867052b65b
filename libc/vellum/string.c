/* Functions that copy strings.
 *
 * How many bytes they copy depends on the bytes. Where the engine can say without a path for each number of them,
 * because they are numbers, or because the size of their block, their place or the length asked for is symbolic anyway,
 * all bytes are copied together. Otherwise, and natively, one is copied after the other: so a path ends where the string
 * does, or the block it is copied to, and strings that are too long for it end in one path however long they are.
 *
 * They are weak because a program may have one of its own and use another: in musl, each is in a file of its own. */

#include <stddef.h>
#include <string.h>

/* How many of n bytes come before the first c: n if there is none, MANY if each number would be a path. */
size_t __vellum_prefix(const void *s, int c, size_t n);
#define MANY ((size_t)-1)

#define WEAK __attribute__((__weak__))

char *__stpcpy(char *restrict d, const char *restrict s)
{
	size_t len = __vellum_prefix(s, 0, MANY);
	if (len != MANY) {
		memmove(d, s, len + 1);
		return d + len;
	}
	while ((*d = *s)) {
		d++;
		s++;
	}
	return d;
}

char *__stpncpy(char *restrict d, const char *restrict s, size_t n)
{
	size_t len = __vellum_prefix(s, 0, n);
	if (len != MANY) {
		memmove(d, s, len);
		memset(d + len, 0, n - len);
		return d + len;
	}
	for (; n && (*d = *s); n--) {
		d++;
		s++;
	}
	memset(d, 0, n);
	return d;
}

WEAK char *strncat(char *restrict d, const char *restrict s, size_t n)
{
	char *end = d + strlen(d);
	size_t len = __vellum_prefix(s, 0, n);
	if (len != MANY) {
		memmove(end, s, len);
		end[len] = 0;
		return d;
	}
	for (; n && *s; n--) *end++ = *s++;
	*end = 0;
	return d;
}

WEAK size_t strlcpy(char *restrict d, const char *restrict s, size_t n)
{
	const char *rest = s;
	size_t len = __vellum_prefix(s, 0, MANY);
	if (len != MANY) {
		size_t kept = len < n ? len : n - 1;
		if (n) {
			memmove(d, s, kept);
			d[kept] = 0;
		}
		return len;
	}
	if (n) {
		while (--n && (*d = *rest)) {
			d++;
			rest++;
		}
		*d = 0;
	}
	return (rest - s) + strlen(rest);
}

WEAK void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	unsigned char *d = to;
	const unsigned char *s = from;
	size_t len = __vellum_prefix(s, c, n);
	if (len != MANY) {
		size_t all = len < n ? len + 1 : n;
		memmove(d, s, all);
		return len < n ? d + all : 0;
	}
	for (; n; n--) {
		*d++ = *s;
		if (*s++ == (unsigned char)c) return d;
	}
	return 0;
}

char *stpcpy(char *restrict, const char *restrict) __attribute__((__weak__, __alias__("__stpcpy")));
char *stpncpy(char *restrict, const char *restrict, size_t) __attribute__((__weak__, __alias__("__stpncpy")));
