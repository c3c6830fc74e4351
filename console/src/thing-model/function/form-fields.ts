import { createContext, use } from 'react'

/** The fields of the function form read this context. Paths are those of the definition: `dataType.items.2.value`. */
export type FormFields = {
  /** Returns the error of a field after the person left it, or of any field after an attempt to save. */
  errorOf: (path: string) => string | undefined
  /** There is a message at or below this path. */
  isWrongUnder: (path: string) => boolean
  leave: (path: string) => void
}

export const FormFieldsAround = createContext<FormFields | null>(null)

export function useFormFields(): FormFields {
  const fields = use(FormFieldsAround)
  if (fields === null) throw new Error('No function form around this field')
  return fields
}
