// Assembly that does nothing one thread could see: barriers, pauses, comments, and values that only pass through.
#include <stdio.h>

static int ways(int x)
{
	__asm__ goto("" : : "r"(x) : "memory" : other);
	__asm__ goto("# only a comment" : : : : other);
	return 1;
other:
	return 2;
}

static int jumps(void)
{
	__asm__ goto("jmp %l[there]" : : : : here, there);
	return 1;
here:
	return 2;
there:
	return 3;
}

int main(void)
{
	int a = 1, b = 2, c;
	double d = 0.5;
	char text[] = "text", *p = text;

	__asm__("" : "+r"(a), "+r"(b), "+r"(p), "+x"(d));
	__asm__("/* as it is */" : "=a"(c) : "a"(a + b));
	__asm__("# %0 %1" : "+m"(a) : "g"(&b) : "memory");
	__asm__ volatile("pause");
	__asm__ volatile("rep; nop\n\t.byte 0xf3, 0x90" : : : "memory");
	__asm__ volatile("mfence\n\tlfence; sfence" : : : "memory");
	__asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
	__asm__ volatile("lock; orq $0,(%%rsp)\n\t.p2align 4" : : : "memory", "cc");
	printf("%d %d %d %g %s %d %d\n", a, b, c, d, p, ways(7), jumps());
	return 0;
}
