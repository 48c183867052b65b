// A loop whose sum is asserted, with the error in a function of its own.
//@ exits: 0
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void abort(void);

static void check(int holds)
{
	if (!holds) {
		reach_error();
		abort();
	}
}

int main(void)
{
	unsigned n = __VERIFIER_nondet_uint(), sum = 0;
	__VERIFIER_assume(n <= 5);
	for (unsigned i = 1; i <= n; i++)
		sum += i;
	check(sum * 2 == n * (n + 1));
	return 0;
}
