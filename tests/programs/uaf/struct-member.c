// A structure freed through one pointer, used through another.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
	char user[8];
	struct session *self;
};

static void end(struct session *s)
{
	free(s);
}

int main(void)
{
	struct session *s = malloc(sizeof *s), *alias = s;
	strcpy(s->user, "me");
	s->self = s;
	printf("%s\n", alias->self->user);
	end(s);
	alias->self = NULL; //~ use-after-free: offset 8 of a heap block of 16 bytes
	return 0;
}
