import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const drawn = (length: number) => Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')

/** `a1` and nine more characters, in the form of Alibaba. */
export const newProductKey = (): string => `a1${drawn(9)}`
export const newProductSecret = (): string => drawn(16)
