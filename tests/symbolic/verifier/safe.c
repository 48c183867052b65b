// The safe twin: the two conditions exclude each other.
//@ paths: 2
//@ exits: 0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > 5)
		return 0;
	if (x == 6)
		reach_error();
	return 0;
}
