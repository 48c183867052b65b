/* Atomic objects that no instruction can handle: what -latomic is for elsewhere.
 *
 * One lock for all of them: natively there are threads, and no program lives off the speed of these. */

typedef unsigned __int128 word;

/* The compiler knows functions of these names and would not let them be defined. */
#define NAME(name) __asm__("__atomic_" name)

static _Bool locked;

static void lock(void)
{
	while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) ;
}

static void unlock(void)
{
	__atomic_clear(&locked, __ATOMIC_RELEASE);
}

static void copy(void *to, const void *from, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
}

static _Bool equal(const void *a, const void *b, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) if (((const char *)a)[i] != ((const char *)b)[i]) return 0;
	return 1;
}

/* --- any size ---------------------------------------------------------------------------------------------- */

void load(unsigned long n, void *object, void *result, int order) NAME("load");
void store(unsigned long n, void *object, void *value, int order) NAME("store");
void exchange(unsigned long n, void *object, void *value, void *result, int order) NAME("exchange");
_Bool compare_exchange(unsigned long n, void *object, void *expected, void *desired, int success, int failure)
	NAME("compare_exchange");
_Bool is_lock_free(unsigned long n, void *object) NAME("is_lock_free");

void load(unsigned long n, void *object, void *result, int order)
{
	lock();
	copy(result, object, n);
	unlock();
}

void store(unsigned long n, void *object, void *value, int order)
{
	lock();
	copy(object, value, n);
	unlock();
}

/* The value and the result may be one object. */
void exchange(unsigned long n, void *object, void *value, void *result, int order)
{
	lock();
	for (unsigned long i = 0; i < n; i++) {
		char old = ((char *)object)[i];
		((char *)object)[i] = ((char *)value)[i];
		((char *)result)[i] = old;
	}
	unlock();
}

_Bool compare_exchange(unsigned long n, void *object, void *expected, void *desired, int success, int failure)
{
	lock();
	_Bool same = equal(object, expected, n);
	if (same) copy(object, desired, n);
	else copy(expected, object, n);
	unlock();
	return same;
}

/* What an instruction can handle is handled by one wherever it is aligned. */
_Bool is_lock_free(unsigned long n, void *object)
{
	return (n == 1 || n == 2 || n == 4 || n == 8) && (unsigned long)object % n == 0;
}

/* --- 16 bytes, aligned: too wide for a plain x86-64, but with functions of their own ------------------------- */

word load_16(word *object, int order) NAME("load_16");
void store_16(word *object, word value, int order) NAME("store_16");
_Bool compare_exchange_16(word *object, word *expected, word desired, int success, int failure)
	NAME("compare_exchange_16");

word load_16(word *object, int order)
{
	lock();
	word value = *object;
	unlock();
	return value;
}

void store_16(word *object, word value, int order)
{
	lock();
	*object = value;
	unlock();
}

_Bool compare_exchange_16(word *object, word *expected, word desired, int success, int failure)
{
	lock();
	word old = *object;
	_Bool same = old == *expected;
	*(same ? object : expected) = same ? desired : old;
	unlock();
	return same;
}

#define CHANGE(name, new) \
	word name##_16(word *object, word value, int order) NAME(#name "_16"); \
	word name##_16(word *object, word value, int order) \
	{ \
		lock(); \
		word old = *object; \
		*object = (new); \
		unlock(); \
		return old; \
	}

CHANGE(exchange, value)
CHANGE(fetch_add, old + value)
CHANGE(fetch_sub, old - value)
CHANGE(fetch_and, old & value)
CHANGE(fetch_or, old | value)
CHANGE(fetch_xor, old ^ value)
CHANGE(fetch_nand, ~(old & value))
