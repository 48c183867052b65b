// Shortest ways from every node of a graph, of which one edge has a symbolic length, again and again.
#include <assert.h>
#include <klee/klee.h>

#define NODES 12
#define EDGES 40
#define FAR 100000

int main(void)
{
	int from[EDGES], to[EDGES], length[EDGES], distance[NODES];
	unsigned edge, less;
	klee_make_symbolic(&edge, sizeof edge, "edge");
	klee_make_symbolic(&less, sizeof less, "less");
	klee_assume(edge < EDGES);
	klee_assume(less < 5);
	for (int i = 0; i < EDGES; i++) {
		from[i] = i % NODES;
		to[i] = (i * 7 + 1) % NODES;
		length[i] = 10 + i % 3;
	}
	length[edge] -= (int)less;
	for (int first = 0; first < NODES; first++) {
		for (int i = 0; i < NODES; i++)
			distance[i] = FAR;
		distance[first] = 0;
		for (int i = 0; i < EDGES; i++)
			if (distance[from[i]] < FAR)
				distance[to[i]] = distance[from[i]] + 10 + i % 3;
		assert(distance[first] <= FAR);
	}
	assert(length[edge] >= 6);
	return 0;
}
