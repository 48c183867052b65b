
#ifdef TINY
/* Only a few bytes of the input differ from 0, and these are below 4: natively, each input is a process of its own. */
#define FEW (sizeof in < 3 ? sizeof in : 3)

/* A path for each input, whatever the compiler thinks of that. A loop that counts to the input would be one operation. */
__attribute__((optnone, noinline)) static void tell_apart(void)
{
	volatile unsigned value;
	for (unsigned i = 0; i < FEW; i++)
		switch (in[i]) {
		case 0: value = 0; break;
		case 1: value = 1; break;
		case 2: value = 2; break;
		default: value = 3;
		}
	(void)value;
}

static void every_input(void)
{
	for (unsigned n = 0; n < 1u << 2 * FEW; n++) {
		if (fork()) {
			wait(NULL);
			continue;
		}
		for (unsigned i = 0; i < FEW; i++)
			in[i] = n >> 2 * i & 3;
		compute();
		_exit(write(1, logged, sizeof logged) != sizeof logged);
	}
	exit(0);
}
#endif

int main(void)
{
#if MODE == 1 && defined TINY
	every_input();
#elif MODE == 1
	memcpy(in, fixed, sizeof in);
#else
	klee_make_symbolic(in, sizeof in, "in");
#ifdef TINY
	for (unsigned i = 0; i < sizeof in; i++)
		klee_assume(in[i] < (i < FEW ? 4 : 1));
#endif
#endif
	compute();
#if MODE == 0 && defined TINY
	tell_apart();
#endif
#if MODE == 2
	uint64_t difference = 0;
	for (unsigned i = 0; i < LOGGED; i++)
		difference |= logged[i] ^ expected[i];
	for (unsigned i = 0; i < sizeof in; i++)
		if (in[i] != fixed[i])
			klee_silent_exit(0);
	klee_assert(decided == sizeof decisions / sizeof *decisions);
	klee_assert(difference == 0);
#else
	if (write(1, logged, sizeof logged) != sizeof logged)
		return 1;
#endif
	return (int)(logs & 63);
}
