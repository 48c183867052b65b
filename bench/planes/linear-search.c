// The first place of a symbolic value in an array that has a symbolic element.
#include <assert.h>
#include <klee/klee.h>

#define N 100

int main(void)
{
	int a[N], wanted;
	unsigned place, found = N;
	klee_make_symbolic(&wanted, sizeof wanted, "wanted");
	klee_make_symbolic(&place, sizeof place, "place");
	klee_assume(place < N);
	for (int i = 0; i < N; i++)
		a[i] = 3 * i;
	a[place] = wanted;
	for (unsigned i = 0; i < N; i++)
		if (a[i] == wanted) {
			found = i;
			break;
		}
	assert(found <= place);
	assert(a[found] == wanted);
	return 0;
}
