/** Length of a text in UTF-8 bytes, the unit of message limits. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length
