// A string of symbolic characters is copied backwards and compared, again and again.
#include <assert.h>
#include <klee/klee.h>

#define N 24
#define ROUNDS 40

int main(void)
{
	char text[N], inverse[N];
	klee_make_symbolic(text, sizeof text, "text");
	text[N - 1] = '\0';
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < N - 1; i++)
			inverse[i] = text[N - 2 - i];
		inverse[N - 1] = '\0';
		for (int i = 0; i < N - 1; i++)
			assert(inverse[i] == text[N - 2 - i]);
	}
	return 0;
}
