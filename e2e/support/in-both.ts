type Said = Readonly<Record<string, Readonly<{ en: unknown; zh: unknown }>>>

/** A table of words by language, from words that are each in both: those of the text modules, and what a test says otherwise. */
export function inBoth<const T extends Said>(table: T) {
  const side = (language: 'en' | 'zh') =>
    Object.fromEntries(Object.entries(table).map(([key, words]) => [key, words[language]]))
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each side has the keys of the table, just above
  return { en: side('en'), zh: side('zh') } as {
    readonly en: { readonly [K in keyof T]: T[K]['en'] }
    readonly zh: { readonly [K in keyof T]: T[K]['zh'] }
  }
}
