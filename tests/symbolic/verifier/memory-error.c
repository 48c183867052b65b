// Memory safety is looked at as well.
//@ exits: 0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
	int list[3] = {0, 1, 2}, i = __VERIFIER_nondet_int();
	__VERIFIER_assume(i >= 0 && i < 4);
	return list[i] & 0; //~ out-of-bounds
}
