// A status is a byte.
// status: 44
int main(void)
{
	return 300;
}
