/** The minus sign, which is as high and as wide as plus: people read it, whereas files and programs use a hyphen. */
const minus = '\u2212'

/** A number as text, for people. */
export const withMinus = (number: string): string => number.replace('-', minus)

/** Converts the typographic minus of a typed or copied text into a hyphen, for `Number` and for files. */
export const withHyphen = (text: string): string => text.replaceAll(minus, '-')
