// The program's own report.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	if (klee_int("x") == 31)
		klee_report_error(__FILE__, __LINE__, "31 is not allowed", "mine.err"); //~ user
	return 0;
}
