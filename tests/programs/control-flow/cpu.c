// The processor is a plain x86-64 of no vendor, natively and in Vellum.
#include <stdio.h>

#define SAY(what) printf("%s %d\n", #what, !!__builtin_cpu_supports(what))

int main(void) {
    __builtin_cpu_init();
    SAY("x86-64");
    SAY("cmov");
    SAY("mmx");
    SAY("sse");
    SAY("sse2");
    SAY("sse3");
    SAY("popcnt");
    SAY("avx2");
    SAY("avx512f");
    SAY("bmi2");
    SAY("x86-64-v2");
    printf("%d %d\n", __builtin_cpu_is("intel"), __builtin_cpu_is("amd"));
    return !__builtin_cpu_supports("sse2") || __builtin_cpu_supports("avx");
}
