// Copies of volatile and const structures, and structures in conditional expressions.
#include <stdio.h>

struct s { int a; char text[13]; double d; };

static struct s choose(int which, struct s a, struct s b)
{
	return which ? a : b;
}

int main(void)
{
	volatile struct s v = {1, "volatile", 2.5};
	const struct s c = {2, "constant", 3.5};
	struct s copy = v, other;
	other = (copy.a == 1) ? c : copy;
	printf("%d %s %g\n", copy.a, copy.text, copy.d);
	printf("%d %s %g\n", other.a, other.text, other.d);
	printf("%s %s\n", choose(1, copy, c).text, choose(0, copy, c).text);
	v = other;
	printf("%d\n", v.a + ((struct s *)&v)->text[0]);
	return 0;
}
