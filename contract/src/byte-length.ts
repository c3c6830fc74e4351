/** Of a text in UTF-8, as limits of messages count. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length
