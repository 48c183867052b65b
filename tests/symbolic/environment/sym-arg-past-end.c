// The third byte is the terminator, the fourth is nobody's.
//@ run: --sym-arg 2
//@ exits: 0
int main(int argc, char **argv)
{
	const char *p = argv[argc - 1];
	int n = 0;
	while (p[n] != '!') //~ out-of-bounds
		n++;
	return 0;
}
