/** Known to nobody but the words of other languages and the merging of edits: the same for as long as what carries it is there. */
export function newElementId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length]).join('')
}
