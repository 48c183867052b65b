// The one input that reaches the error.
//@ exits: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x == 123456789)
		reach_error(); //~ assertion
	return 0;
}
