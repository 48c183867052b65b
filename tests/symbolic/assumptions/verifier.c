// The same for the competitions' function, whose parameter is an int.
//@ exits: 0 1
//@ paths: 2
//@ assumed-away: 0
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void)
{
	int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
	__VERIFIER_assume((i >= 0) && (i < n || i == 5));
	if (i == 5)
		return 1;
	return 0;
}
