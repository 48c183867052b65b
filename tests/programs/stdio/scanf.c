// Input in pieces.
// stdin: 12 -7 0x1f word 3.25 rest of line\n[abc]99%k\n 1,2,3 x
#include <stdio.h>

int main(void)
{
	int a, b, c, n;
	char word[16], line[32], set[8], ch;
	double d;
	printf("%d ", scanf("%d%d%i", &a, &b, &c));
	printf("%d %d %d\n", a, b, c);
	printf("%d ", scanf("%15s %lf%n", word, &d, &n));
	printf("%s %g %d\n", word, d, n);
	printf("%d ", scanf(" %31[^\n]", line));
	printf("%s\n", line);
	printf("%d ", scanf(" [%7[a-c]]%2d%%%c", set, &a, &ch));
	printf("%s %d %c\n", set, a, ch);
	printf("%d ", scanf("%d,%*d,%d", &a, &b));
	printf("%d %d\n", a, b);
	printf("%d ", scanf("%d", &a));
	printf("%c ", getchar());
	printf("%d\n", scanf("%d", &a));
	printf("%d %d\n", sscanf("7f", "%x", &a), a);
	return 0;
}
