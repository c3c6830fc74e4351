/**
 * Whether a text has at most this many characters, as a person counts them and zod's `max` does: a rare Han character
 * is one, though a program stores it as two.
 */
export const pointsFit = (text: string, max: number): boolean => text.length <= max || [...text].length <= max

/** The number of characters of a text in this way of counting. */
export const pointsIn = (text: string): number => [...text].length
