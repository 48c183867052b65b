// Another name for a function or a variable.
#include <stdio.h>

int original(int x) { return x * 3; }
extern int other(int) __attribute__((alias("original")));
extern int faint(int) __attribute__((weak, alias("original")));
int storage[4] = {1, 2, 3, 4};
extern int window[4] __attribute__((alias("storage")));

int main(void)
{
	printf("%d %d %d\n", original(1), other(2), faint(3));
	window[2] = 33;
	printf("%d %d\n", storage[2], &storage[0] == &window[0]);
	printf("%d\n", (int (*)(int))other == original);
	return 0;
}
