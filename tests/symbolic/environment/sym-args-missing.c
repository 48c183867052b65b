// The argument is used without looking whether there is one.
//@ run: --sym-args 0 1 2
//@ exits: 0 1
int main(int argc, char **argv)
{
	(void)argc;
	if (argv[1][0] == 'x') //~ null-dereference
		return 1;
	return 0;
}
