/* Complex multiplication and division, which clang calls by name.
 *
 * The recovery of infinities follows the examples in Annex G of the C standard (G.5.1). The names are fixed;
 * native code would find them in compiler-rt, the engine finds them here. */

double logb(double);
double scalbn(double, int);

#define INF __builtin_inf()
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define fabs(x) __builtin_fabs(x)
#define copysign(x, y) __builtin_copysign(x, y)

/* An infinity becomes 1, anything else 0, with its sign. */
#define BOX(x) ((x) = copysign(isinf(x) ? 1.0 : 0.0, (x)))
/* A number that is not one becomes 0, with its sign. */
#define ZERO_NAN(x) (isnan(x) ? (void)((x) = copysign(0.0, (x))) : (void)0)

#define MULTIPLY(T, name) \
	_Complex T name(T a, T b, T c, T d) \
	{ \
		T ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
		T re = ac - bd, im = ad + bc; \
		if (isnan(re) && isnan(im)) { \
			int recalc = 0; \
			if (isinf(a) || isinf(b)) { \
				BOX(a), BOX(b), ZERO_NAN(c), ZERO_NAN(d); \
				recalc = 1; \
			} \
			if (isinf(c) || isinf(d)) { \
				BOX(c), BOX(d), ZERO_NAN(a), ZERO_NAN(b); \
				recalc = 1; \
			} \
			if (!recalc && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) { \
				ZERO_NAN(a), ZERO_NAN(b), ZERO_NAN(c), ZERO_NAN(d); \
				recalc = 1; \
			} \
			if (recalc) { \
				re = INF * (a * c - b * d); \
				im = INF * (a * d + b * c); \
			} \
		} \
		_Complex T z; \
		__real__ z = re; \
		__imag__ z = im; \
		return z; \
	}

#define DIVIDE(T, name) \
	_Complex T name(T a, T b, T c, T d) \
	{ \
		int scale = 0; \
		double exponent = logb(fabs(c) > fabs(d) || isnan(d) ? fabs(c) : fabs(d)); \
		if (isfinite(exponent)) { \
			scale = (int)exponent; \
			c = scalbn(c, -scale); \
			d = scalbn(d, -scale); \
		} \
		T denominator = c * c + d * d; \
		T re = scalbn((a * c + b * d) / denominator, -scale); \
		T im = scalbn((b * c - a * d) / denominator, -scale); \
		if (isnan(re) && isnan(im)) { \
			if (denominator == 0 && (!isnan(a) || !isnan(b))) { \
				re = copysign(INF, c) * a; \
				im = copysign(INF, c) * b; \
			} else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) { \
				BOX(a), BOX(b); \
				re = INF * (a * c + b * d); \
				im = INF * (b * c - a * d); \
			} else if (isinf(exponent) && exponent > 0 && isfinite(a) && isfinite(b)) { \
				BOX(c), BOX(d); \
				re = 0 * (a * c + b * d); \
				im = 0 * (b * c - a * d); \
			} \
		} \
		_Complex T z; \
		__real__ z = re; \
		__imag__ z = im; \
		return z; \
	}

MULTIPLY(double, __muldc3)
MULTIPLY(float, __mulsc3)
DIVIDE(double, __divdc3)
DIVIDE(float, __divsc3)
