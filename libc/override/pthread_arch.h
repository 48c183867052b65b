/* The thread pointer comes from one external function: the engine's, or vellum/native.c's. */
unsigned long __vellum_get_tp(void);

static inline uintptr_t __get_tp(void)
{
	return __vellum_get_tp();
}

#define MC_PC gregs[REG_RIP]
