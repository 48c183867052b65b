/* Functions that are declared with "..." and read arguments that the caller may not have passed: musl fetches
 * them regardless, which is an access out of bounds where arguments are an object with bounds. With fixed
 * parameters instead, one that was not passed is any value, in the engine as in registers.
 *
 * They are weak because a program may have one of its own and use another: in musl, each is in a file of its own. */

#define WEAK __attribute__((__weak__))

long __vellum_syscall(long n, long a, long b, long c, long d, long e, long f);
__attribute__((__visibility__("hidden"))) long __syscall_ret(unsigned long);

enum { SYS_ioctl = 16, SYS_fcntl = 72, SYS_prctl = 157 };

WEAK long syscall(long n, long a, long b, long c, long d, long e, long f)
{
	return __syscall_ret(__vellum_syscall(n, a, b, c, d, e, f));
}

WEAK int fcntl(int fd, int command, unsigned long argument)
{
	return (int)__syscall_ret(__vellum_syscall(SYS_fcntl, fd, command, (long)argument, 0, 0, 0));
}

WEAK int ioctl(int fd, int request, void *argument)
{
	return (int)__syscall_ret(__vellum_syscall(SYS_ioctl, fd, (unsigned)request, (long)argument, 0, 0, 0));
}

WEAK int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)
{
	return (int)__syscall_ret(__vellum_syscall(SYS_prctl, option, (long)a, (long)b, (long)c, (long)d, 0));
}
