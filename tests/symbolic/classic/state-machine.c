// A parser of quoted text as a state machine: all states are reached.
//@ exits: 0 1 2 3
#include <klee/klee.h>

enum state { OUTSIDE, INSIDE, ESCAPE, DONE };

int main(void)
{
	char text[3];
	enum state s = OUTSIDE;
	klee_make_symbolic(text, sizeof text, "text");
	for (int i = 0; i < 3; i++) {
		switch (s) {
		case OUTSIDE:
			if (text[i] == '"')
				s = INSIDE;
			break;
		case INSIDE:
			if (text[i] == '\\')
				s = ESCAPE;
			else if (text[i] == '"')
				s = DONE;
			break;
		case ESCAPE:
			s = INSIDE;
			break;
		case DONE:
			break;
		}
	}
	return s;
}
