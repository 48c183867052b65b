/* Where a program begins, in the engine and natively alike.
 *
 * sp points to the initial stack as the kernel lays it out: argc, argv..., 0, envp..., 0, auxv. */

int main(int, char **, char **);
_Noreturn int __libc_start_main(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
	void (*)(void));

_Noreturn void __vellum_start(long *sp)
{
	__libc_start_main(main, (int)sp[0], (char **)(sp + 1), 0, 0, 0);
}
