// operator new with std::nothrow may return null, as its C++ name says; the one that would throw does not.
//@ run: --malloc-fail 1
//@ exits: 0 1
//@ paths: 2
//@ native: none
#include <stdlib.h>

void *_Znwm(size_t size);
void *_ZnwmRKSt9nothrow_t(size_t size, const void *tag);

int main(void)
{
	char tag = 0, *sure = _Znwm(4), *maybe = _ZnwmRKSt9nothrow_t(4, &tag);
	sure[3] = 1;
	return !maybe;
}
