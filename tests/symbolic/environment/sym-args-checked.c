// The safe twin.
//@ run: --sym-args 0 1 2
//@ paths: 3
//@ exits: 0 1 2
int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (argv[1][0] == 'x')
		return 1;
	return 0;
}
