// An instruction that no processor has ends the program.
int main(int argc, char **argv)
{
	if (argc > 5)
		__asm__ volatile("hlt; int3");
	__asm__ volatile("ud2"); //~ abort: trap
	return 0;
}
