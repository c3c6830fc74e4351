/** PostgreSQL stores neither zero characters nor lone surrogates, in text or JSON. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Makes all texts and names of a JSON value storable. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item)]))
}

/** The text for a JSON column; undefined becomes null. */
export const storableJson = (value: unknown): string => JSON.stringify(storable(value ?? null))

/** The beginning of a text; a character of two units at the cut is left out whole. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
