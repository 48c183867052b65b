// The locals of a function that is called no more are gone.
static int value(int *p)
{
	return *p; //~ use-after-return
}

static int tail(int *p)
{
	int local = 3;
	__attribute__((musttail)) return value(&local);
}

int main(void)
{
	int x = 1;
	return tail(&x);
}
