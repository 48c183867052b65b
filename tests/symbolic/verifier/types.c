// Values of every width.
//@ paths: 5
//@ exits: 0 1 2 3 4
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
	if (__VERIFIER_nondet_char() == -7)
		return 1;
	if (__VERIFIER_nondet_short() == 1234)
		return 2;
	if (__VERIFIER_nondet_long() == -123456789012l)
		return 3;
	if (__VERIFIER_nondet_ulonglong() == 0xfedcba9876543210)
		return 4;
	return 0;
}
