// Copying no bytes to a pointer that has left its array does nothing to the pointer.
#include <stdio.h>
#include <string.h>

static int back(int *end, const int *from, size_t count)
{
	memcpy(end, from, count * sizeof(int));
	memset(end, 0, count);
	return end[-32];
}

int main(void)
{
	int a[4] = {1}, b[64] = {5}, c[64] = {6};
	printf("%d %d %d\n", back(a + 32, b, 0), b[0], c[0]);
	return 0;
}
