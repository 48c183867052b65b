// No bytes are fine anywhere, also at null and behind the end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char *end = (char *)malloc(4) + 4, *nothing = NULL;
	volatile size_t zero = 0;
	memcpy(nothing, end, zero);
	memmove(end, nothing, zero);
	memset(nothing, 1, zero);
	printf("%d %zd\n", memcmp(nothing, end, zero), write(1, nothing, zero));
	printf("%.0s|%.*s|\n", "text", (int)zero, end);
	fwrite(nothing, 1, zero, stdout);
	return 0;
}
