/* What every random program begins with. MODE says where its input comes from:
 *   0  it is symbolic
 *   1  it is the bytes in `fixed`; what was decided on the way goes to standard error
 *   2  it is symbolic, computed with, and held to `fixed` only afterwards: of the paths, the one that decides as
 *      a native run did goes on, and what it computed is compared with what that run printed */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MODE
#define MODE 0
#endif
#if MODE != 1
#include <klee/klee.h>
#endif

#define LOGGED 64

static uint64_t logged[LOGGED];
static unsigned logs;

/* Everything the program computes ends up here. */
static void mix(uint64_t x)
{
	uint64_t *to = &logged[logs++ % LOGGED];
	*to = (*to << 7 | *to >> 57) ^ x;
}

/* Bits of a float, but one NaN is as good as another. */
static uint64_t bits_of(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits & ~-(uint64_t)(x != x);
}

/* An integer that has to do with a float, whatever that is: between -2^23 and 2^23. */
static int32_t whole(double x)
{
	uint64_t bits = bits_of(x);
	double small;
	bits = (bits & 0x800fffffffffffff) | ((bits >> 52 & 31) + 1014) << 52;
	memcpy(&small, &bits, sizeof small);
	return (int32_t)small;
}

#if MODE == 1
/* Decides on a value. */
static long V(long x)
{
	fprintf(stderr, "%ld,", x);
	return x;
}
#elif MODE == 2
#include "given.h"
static unsigned decided;
static long V(long x)
{
	if (decided >= sizeof decisions / sizeof *decisions || x != decisions[decided])
		klee_silent_exit(0);
	decided++;
	return x;
}
#else
#define V(x) (x)
#endif
#define C(x) (V((x) != 0) != 0)

static long read_bytes(const unsigned char *from, unsigned count)
{
	uint64_t x = 0;
	for (unsigned i = 0; i < count; i++)
		x |= (uint64_t)from[i] << 8 * i;
	return (long)x;
}

struct two { long a; double b; };

/* Adds up arguments; each letter of `kinds` is one. */
static uint64_t variadic(const char *kinds, ...)
{
	uint64_t sum = 0;
	va_list list;
	va_start(list, kinds);
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': sum = sum * 5 + (uint64_t)va_arg(list, int); break;
		case 'l': sum = sum * 5 + (uint64_t)va_arg(list, long); break;
		case 'd': sum = sum * 5 + bits_of(va_arg(list, double)); break;
		case 'w': sum = sum * 5 + (uint64_t)(va_arg(list, unsigned __int128) >> 37); break;
		default: {
			struct two two = va_arg(list, struct two);
			sum = sum * 5 + (uint64_t)two.a + bits_of(two.b);
		}
		}
	va_end(list);
	return sum;
}
typedef int32_t lanes __attribute__((vector_size(16)));
typedef uint16_t halves __attribute__((vector_size(8)));
