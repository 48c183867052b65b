// Between none and two arguments.
//@ run: --sym-args 0 2 1
//@ paths: 3
//@ exits: 1 2 3
int main(int argc, char **argv)
{
	(void)argv;
	if (argc == 1)
		return 1;
	if (argc == 2)
		return 2;
	return 3;
}
