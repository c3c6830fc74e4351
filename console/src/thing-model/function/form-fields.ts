import { createContext, use } from 'react'

/** What the fields of the function form know of their form. Paths are those of the definition: `dataType.items.2.value`. */
export type FormFields = {
  /** What is wrong at a field that was left, or of any once it was tried to save. */
  errorOf: (path: string) => string | undefined
  /** Something is said at or below this path. */
  isWrongUnder: (path: string) => boolean
  leave: (path: string) => void
}

export const FormFieldsAround = createContext<FormFields | null>(null)

export function useFormFields(): FormFields {
  const fields = use(FormFieldsAround)
  if (fields === null) throw new Error('No function form around this field')
  return fields
}
