// A switch that names numbers: position-independent code keeps distances of 32 bits between constants of all sizes.
//@ cc: -O2 -fPIE
//@ exits: 1 2 4 8 16 32
#include <klee/klee.h>
#include <string.h>

static const char *name(unsigned k)
{
	switch (k) {
	case 0:
		return "a";
	case 1:
		return "bb";
	case 2:
		return "cccc";
	case 3:
		return "dddddddd";
	case 4:
		return "eeeeeeeeeeeeeeee";
	}
	return "ffffffffffffffffffffffffffffffff";
}

int main(void)
{
	unsigned k;
	klee_make_symbolic(&k, sizeof k, "k");
	return (int)strlen(name(k));
}
