/**
 * An id that is never shown and does not change; only words in other languages and the merging of edits refer to it.
 */
export function newElementId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length]).join('')
}
