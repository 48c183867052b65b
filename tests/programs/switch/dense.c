// Dense cases, fall-through and default in the middle.
#include <stdio.h>

static int classify(int c)
{
	int result = 0;
	switch (c) {
	case 0:
	case 1:
		result += 1;
	case 2:
		result += 2;
		break;
	default:
		result = 100;
	case 3:
		result += 3;
		break;
	case 4 ... 7:
		return 47;
	case -3:
		switch (c + 4) {
		case 1:
			result = 9;
			break;
		}
	}
	return result;
}

int main(void)
{
	for (int c = -4; c < 10; c++)
		printf("%d ", classify(c));
	puts("");
	return 0;
}
