// Selection sort where the place of the smallest is a number, not a branch: every swap is at a symbolic place.
#include <klee/klee.h>

#define N 10

int main(void)
{
	unsigned char a[N];
	klee_make_symbolic(a, sizeof a, "a");
	for (unsigned i = 0; i < N - 1; i++) {
		unsigned least = i;
		for (unsigned j = i + 1; j < N; j++) {
			unsigned smaller = a[j] < a[least];
			least = smaller * j + (1 - smaller) * least;
		}
		unsigned char t = a[i];
		a[i] = a[least];
		a[least] = t;
	}
	if (a[0] > a[1] || a[N - 2] > a[N - 1])
		return 1;
	return 0;
}
