// A list as part of a sentence.

const englishList = new Intl.ListFormat('en-GB')

/** 'You, Ana and 3 others', without a comma before 'and'. */
export function formatList(items: readonly string[]): string {
  return englishList.format(items)
}
