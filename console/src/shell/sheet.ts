import { createContext, use } from 'react'

/** A form controls its sheet with these functions (form-sheet.tsx). */
export type Sheet = {
  /** Call this whenever it changes, because closing asks about unsaved work. */
  setDirty: (isDirty: boolean) => void
  /** Closes, and asks first if there is unsaved work. */
  leave: () => void
  /** Closes at once: it is saved. */
  done: () => void
}

export const SheetAround = createContext<Sheet | null>(null)

export function useSheet(): Sheet {
  const sheet = use(SheetAround)
  if (sheet === null) throw new Error('No FormSheet around this form')
  return sheet
}
