// The same through stdio: end of file comes after four bytes.
//@ run: --sym-stdin 4
//@ exits: 1 4
#include <stdio.h>

int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF) {
		if (c == 'q' && n == 0)
			return 1;
		n++;
	}
	if (n != 4)
		return 5;
	if (feof(stdin))
		return 4;
	return 0;
}
