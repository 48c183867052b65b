/* The processor that __builtin_cpu_supports and __builtin_cpu_is ask about, in the engine and natively alike:
 * a plain x86-64 of no vendor, whatever runs here. So a program takes the same path everywhere, and one whose
 * code the engine can follow. Native code would find the names in compiler-rt. */

enum { VENDOR_OTHER = 3 };

/* Numbers of features, as the compiler counts them. */
enum { CMOV = 0, MMX = 1, SSE = 3, SSE2 = 4, X86_64 = 95 };

#define BIT(n) (1u << (n) % 32)

struct { unsigned vendor, type, subtype, features[1]; } __cpu_model = {
	VENDOR_OTHER, 0, 0, { BIT(CMOV) | BIT(MMX) | BIT(SSE) | BIT(SSE2) }
};

/* The features from number 32 on. */
unsigned __cpu_features2[3] = { [X86_64 / 32 - 1] = BIT(X86_64) };

int __cpu_indicator_init(void)
{
	return 0;
}
