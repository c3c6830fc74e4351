/**
 * A text as it is searched where the program searches itself: full width is half width, and upper case lower case. What is
 * in the database is folded there (`search_fold`).
 */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether one of these texts contains what was typed; nothing typed is in all. */
export function containsTyped(texts: readonly string[], typed: string): boolean {
  const wanted = folded(typed.trim())
  return texts.some((text) => folded(text).includes(wanted))
}
