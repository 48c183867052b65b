// Searching text by several algorithms, which agree.
#include <stdio.h>
#include <string.h>

static int naive(const char *text, const char *word)
{
	for (int i = 0; text[i]; i++) {
		int j = 0;
		while (word[j] && text[i + j] == word[j])
			j++;
		if (!word[j])
			return i;
	}
	return -1;
}

static int kmp(const char *text, const char *word)
{
	int len = strlen(word), fail[32] = {0}, k = 0;
	for (int i = 1; i < len; i++) {
		while (k && word[i] != word[k])
			k = fail[k - 1];
		fail[i] = k += word[i] == word[k];
	}
	k = 0;
	for (int i = 0; text[i]; i++) {
		while (k && text[i] != word[k])
			k = fail[k - 1];
		k += text[i] == word[k];
		if (k == len)
			return i - len + 1;
	}
	return -1;
}

int main(void)
{
	const char *text = "abababcabcabababdabcabcd", *words[] = {"ababd", "abcd", "x", "abcabcd", "b"};
	for (int i = 0; i < 5; i++) {
		const char *found = strstr(text, words[i]);
		printf("%d %d %d\n", naive(text, words[i]), kmp(text, words[i]), found ? (int)(found - text) : -1);
	}
	return 0;
}
