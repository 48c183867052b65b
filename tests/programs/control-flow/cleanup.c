// The cleanup attribute runs on every way out.
#include <stdio.h>

static void leave(const char **name)
{
	printf("leave %s\n", *name);
}

#define SCOPE(n) __attribute__((cleanup(leave))) const char *scope_##n = #n

static int work(int how)
{
	SCOPE(outer);
	for (int i = 0; i < 2; i++) {
		SCOPE(loop);
		if (how == 1)
			break;
		if (how == 2)
			return 2;
		if (how == 3)
			goto out;
	}
	{
		SCOPE(after);
	}
out:
	return how;
}

int main(void)
{
	for (int how = 0; how < 4; how++)
		printf("%d\n", work(how));
	return 0;
}
