/**
 * Folds a text for a search within the program: full width becomes half width, and upper case lower case. The database
 * folds its own texts (`search_fold`).
 */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** True if one of these texts contains the typed one, or if nothing is typed. */
export function containsTyped(texts: readonly string[], typed: string): boolean {
  const wanted = folded(typed.trim())
  return texts.some((text) => folded(text).includes(wanted))
}
