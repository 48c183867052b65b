// Pointers into a block that moves are made anew, from their offsets.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	size_t size = 4;
	char *old = malloc(size), *at = old, *mark = old;
	for (int i = 0; i < 26; i++) {
		if (at == old + size) {
			uintptr_t was = (uintptr_t)old;
			long used = at - old;
			char *new = realloc(old, size *= 2);
			at = new + used;
			mark = (char *)((uintptr_t)mark + ((uintptr_t)new - was));
			old = new;
		}
		if (i % 5 == 0)
			mark = at;
		*at++ = 'a' + i;
	}
	printf("%.26s %c %c\n", old, *mark, at[-1]);
	free(old);
	return 0;
}
