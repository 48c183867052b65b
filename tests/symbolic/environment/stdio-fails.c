// With `,all`, what puts, fflush and fclose do inside may fail, too, but each kind of call once on a path.
//@ run: --max-fail 2,all
//@ exits: 0 1 2 3
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	int status = 0;
	if (puts("text") < 0 || fflush(stdout))
		status |= 1;
	FILE *file = fopen("/dev/null", "r");
	if (!file || fclose(file))
		status |= 2;
	return write(1, "x", 1) < 0 && status == 3 ? 4 : status;
}
