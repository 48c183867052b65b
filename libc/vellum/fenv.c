/* The floating-point environment, in the engine and natively alike: numbers are rounded to nearest, no exception is
 * ever raised by arithmetic, and another rounding mode cannot be had. musl's version of this file, for machines
 * without an environment, says that it set whatever mode it was asked for. */

#include <fenv.h>

/* Raised by the program itself, not by arithmetic. */
static int raised;

int feclearexcept(int mask)
{
	raised &= ~mask;
	return 0;
}

int feraiseexcept(int mask)
{
	raised |= mask & FE_ALL_EXCEPT;
	return 0;
}

int fetestexcept(int mask)
{
	return raised & mask;
}

int fegetround(void)
{
	return FE_TONEAREST;
}

__attribute__((__visibility__("hidden"))) int __fesetround(int r)
{
	return r == FE_TONEAREST ? 0 : -1;
}

int fegetenv(fenv_t *envp)
{
	return 0;
}

int fesetenv(const fenv_t *envp)
{
	return 0;
}
