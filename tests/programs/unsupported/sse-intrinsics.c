// Operations of one processor: those that are plain vector arithmetic work.
// levels: 0
// unsupported: llvm.x86.sse2.pmovmskb
#include <emmintrin.h>
#include <stdio.h>

int main(void)
{
	__m128i a = _mm_set1_epi32(3), b = _mm_set_epi32(1, 2, 3, 4);
	int sums[4];
	_mm_storeu_si128((__m128i *)sums, _mm_add_epi32(a, b));
	printf("%d %d\n", sums[0], sums[3]);
	printf("%d\n", _mm_movemask_epi8(_mm_cmpeq_epi32(a, b)));
	return 0;
}
