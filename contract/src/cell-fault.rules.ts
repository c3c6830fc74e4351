import { pointsFit } from './letters/points.rules.ts'
import { hiddenIn, isVisible } from './letters/unseen.rules.ts'

/** Why a text of a table cannot be stored, as the key of its words and their parameters. */
export type CellFault =
  | Readonly<{ key: 'field.invalid' | 'field.unseen'; params: undefined }>
  | Readonly<{ key: 'field.tooLong'; params: { max: number } }>
  | Readonly<{ key: 'field.hidden'; params: { codes: string } }>

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Returns the fault of a text that need not be a name. Forms refuse such a text by the same rules. An empty text has no
 * fault.
 */
export function textFault(text: string, max: number): CellFault | undefined {
  if (!isStorable(text)) return { key: 'field.invalid', params: undefined }
  if (!pointsFit(text, max)) return { key: 'field.tooLong', params: { max } }
  return text === '' || isVisible(text) ? undefined : { key: 'field.unseen', params: undefined }
}

/** Returns the fault of a name, which must not contain invisible characters. */
export function nameCellFault(text: string, max: number): CellFault | undefined {
  const fault = textFault(text, max)
  const codes = fault === undefined ? hiddenIn(text) : []
  return codes.length === 0 ? fault : { key: 'field.hidden', params: { codes: codes.join(', ') } }
}
