// The header's functions are known to a program with its own prototypes, too.
//@ paths: 2
//@ exits: 0 1

void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

int main(void)
{
	unsigned char x;
	klee_make_symbolic(&x, sizeof x, "");
	klee_assume(x > 3);
	if (x == 4)
		return 1;
	return 0;
}
