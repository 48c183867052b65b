// The older name of the error.
//@ exits: 0
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_error(void);

int main(void)
{
	unsigned short x = __VERIFIER_nondet_ushort();
	if (x % 1000 == 999 && x > 65000)
		return 0;
	if (x % 1000 == 999 && x > 64000)
		__VERIFIER_error(); //~ assertion
	return 0;
}
