/* C for what musl has only as assembly on x86_64. */

#define hidden __attribute__((__visibility__("hidden")))

long __vellum_syscall(long n, long a, long b, long c, long d, long e, long f);
long __vellum_set_tp(void *);
hidden long __cancel(void);

hidden int __set_thread_area(void *p)
{
	return (int)__vellum_set_tp(p);
}

/* A cancellation point. The range of instructions that musl's signal handler compares with is empty: a
 * cancellation that arrives inside the system call is acted upon after it. */
hidden const char __cp_begin[1], __cp_end[1], __cp_cancel[1];

hidden long __syscall_cp_asm(volatile void *cancel, long n, long a, long b, long c, long d, long e, long f)
{
	if (*(volatile int *)cancel) return __cancel();
	return __vellum_syscall(n, a, b, c, d, e, f);
}
