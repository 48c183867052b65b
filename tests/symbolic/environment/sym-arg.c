// An argument of at most two bytes.
//@ run: --sym-arg 2
//@ paths: 4
//@ exits: 0 1 2 3
int main(int argc, char **argv)
{
	if (argc != 2)
		return 9;
	if (argv[1][0] == 0)
		return 0;
	if (argv[1][0] != '-')
		return 1;
	if (argv[1][1] == 'v')
		return 2;
	return 3;
}
