// abort is a finding.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	puts("before");
	abort(); //~ abort: called abort
}
