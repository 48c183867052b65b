// What programs older than `<stdatomic.h>` have: instructions on memory, and the flags after them.
#include <stdint.h>
#include <stdio.h>

static int exchange(int *p, int v) { __asm__ volatile("xchgl %0,%1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
static int add(int *p, int v) { __asm__ volatile("lock; xaddl %0,%1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
static void more(long *p, long v) { __asm__ volatile("lock addq %1,%0" : "+m"(*p) : "er"(v) : "cc"); }

static int compare_exchange(int *p, int old, int new)
{
	__asm__ volatile("lock; cmpxchgl %2,%1" : "+a"(old), "+m"(*p) : "r"(new) : "memory");
	return old;
}

static unsigned char down(volatile int *p)
{
	unsigned char is_zero;
	__asm__ volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(is_zero) : : "memory");
	return is_zero;
}

static int order(int a, int b)
{
	unsigned char less, below, equal;
	__asm__("cmpl %4,%3" : "=@ccl"(less), "=@ccb"(below), "=@ccz"(equal) : "r"(a), "r"(b));
	return less * 4 + below * 2 + equal;
}

static int is_odd(int x)
{
	int odd;
	__asm__("test $1,%1" : "=@ccnz"(odd) : "r"(x));
	return odd;
}

int main(void)
{
	int x = 5, y = 1;
	long z = -7;

	printf("%d %d ", exchange(&x, 9), x);
	printf("%d %d ", add(&x, 3), x);
	printf("%d %d ", compare_exchange(&x, 11, 1), x);
	printf("%d %d\n", compare_exchange(&x, 12, 1), x);
	more(&z, 10);
	printf("%ld %d %d %d %d\n", z, down(&y), y, down(&y), y);
	printf("%d %d %d %d %d\n", order(1, 2), order(-1, 2), order(2, -1), order(3, 3), is_odd(7) * 2 + is_odd(8));
	return 0;
}
