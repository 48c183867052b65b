// Offsets from where they are themselves, as numbers, lead to other objects.
#include <stdint.h>
#include <stdio.h>

static int numbers[3] = {1, 2, 3};
static intptr_t link;

static void *follow(const intptr_t *l)
{
	return (void *)((intptr_t)l + *l);
}

int main(void)
{
	char text[6] = "local";
	link = (intptr_t)&numbers[1] - (intptr_t)&link;
	printf("%d\n", *(int *)follow(&link));
	link = (intptr_t)text - (intptr_t)&link;
	printf("%s\n", (char *)follow(&link));
	link = 0;
	printf("%d\n", *(intptr_t *)follow(&link) == 0);
	return 0;
}
