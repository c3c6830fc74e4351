/** The sign for minus, which stands as high and is as wide as plus: what people read has it, and files and programs have a hyphen. */
const minus = '\u2212'

/** A number as text, for people. */
export const withMinus = (number: string): string => number.replace('-', minus)

/** Converts the typographic minus of a typed or copied text into a hyphen, for `Number` and for files. */
export const withHyphen = (text: string): string => text.replaceAll(minus, '-')
