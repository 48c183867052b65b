/* What the engine does for a program it runs, for a program that runs natively. */

long __vellum_syscall(long n, long a, long b, long c, long d, long e, long f)
{
	long result;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	__asm__ volatile("syscall"
		: "=a"(result)
		: "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		: "rcx", "r11", "memory");
	return result;
}

unsigned long __vellum_get_tp(void)
{
	unsigned long tp;
	__asm__("mov %%fs:0, %0" : "=r"(tp));
	return tp;
}

long __vellum_set_tp(void *tp)
{
	enum { SYS_arch_prctl = 158, ARCH_SET_FS = 0x1002 };
	return __vellum_syscall(SYS_arch_prctl, ARCH_SET_FS, (long)tp, 0, 0, 0, 0);
}

/* Natively every string is copied byte by byte. */
unsigned long __vellum_prefix(const void *s, int c, unsigned long n)
{
	return -1ul;
}
