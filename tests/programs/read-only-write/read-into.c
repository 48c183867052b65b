// A system call that would write into a constant.
// stdin: text
#include <unistd.h>

static const char fixed[8] = "fixed";

int main(void)
{
	return read(0, (char *)fixed, 4); //~ read-only-write in read: constant `fixed` of 8 bytes
}
