// Enumerations, booleans and characters are integers.
#include <stdbool.h>
#include <stdio.h>

enum { A = -1, B, C = 1 << 4, D };
enum big { LARGE = 0x100000000 };

int main(void)
{
	bool yes = 5, no = 0.0, half = 0.5;
	printf("%d %d %d %d\n", A, B, C, D);
	printf("%zu %zu %d\n", sizeof(enum big), sizeof('x'), yes + yes + no + half);
	yes++;
	no ^= 1;
	int *p = &(int){3};
	bool set = p;
	printf("%d %d %d %d\n", yes, no, set, !p);
	printf("%d %d %d\n", '\n', '\x41', 'ab');
	return 0;
}
