// Floats and integers mixed in small structures: some go in registers, in halves.
#include <stdio.h>

struct fi { float f; int i; };
struct df { double d; float f; };
struct ld { long l; double d; };
struct ff { float a, b; };
struct fff { float a, b, c; };
struct cd { char c; double d; };
struct nested { struct ff f; struct { short a, b; } i; };
struct dd { double a, b; };
struct ddd { double a, b, c; };

static struct fi a(struct fi x) { return (struct fi){x.f * 2, x.i + 1}; }
static struct df b(struct df x) { return (struct df){x.f, x.d}; }
static struct ld c(struct ld x, int y) { return (struct ld){x.d, x.l + y}; }
static struct fff d(struct ff x, struct fff y) { return (struct fff){x.a + y.c, x.b + y.b, y.a}; }
static struct cd e(struct cd x) { return (struct cd){x.c + 1, x.d / 2}; }
static struct nested f(struct nested n) { n.i.b += n.i.a; n.f.b = n.f.a; return n; }
static struct ddd g(struct dd x, struct ddd y) { return (struct ddd){x.a + y.a, x.b + y.b, y.c}; }

int main(void)
{
	struct fi ra = a((struct fi){1.5, 2});
	struct df rb = b((struct df){0.25, 3});
	struct ld rc = c((struct ld){7, 8.75}, 1);
	struct fff rd = d((struct ff){1, 2}, (struct fff){3, 4, 5});
	struct cd re = e((struct cd){'x', 9});
	struct nested rf = f((struct nested){{1.25, 2.5}, {3, 4}});
	struct ddd rg = g((struct dd){1, 2}, (struct ddd){3, 4, 5});
	printf("%g %d %g %g %ld %g\n", ra.f, ra.i, rb.d, rb.f, rc.l, rc.d);
	printf("%g %g %g %c %g\n", rd.a, rd.b, rd.c, re.c, re.d);
	printf("%g %g %d %d %g %g %g\n", rf.f.a, rf.f.b, rf.i.a, rf.i.b, rg.a, rg.b, rg.c);
	return 0;
}
