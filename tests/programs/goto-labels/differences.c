// Labels as differences in a table, and labels kept in variables.
#include <stdio.h>

static const char *name(int i)
{
	static const int offsets[] = {&&one - &&zero, &&two - &&zero, &&three - &&zero};
	if (i < 0)
		goto zero;
	goto *(&&zero + offsets[i]);
zero:
	return "zero";
one:
	return "one";
two:
	return "two";
three:
	return "three";
}

int main(void)
{
	for (int i = -1; i < 3; i++)
		puts(name(i));
	void *next = &&first;
	int rounds = 0;
again:
	goto *next;
first:
	next = &&second;
	rounds++;
	goto again;
second:
	next = rounds < 5 ? &&first : &&done;
	goto again;
done:
	printf("%d\n", rounds);
	return 0;
}
