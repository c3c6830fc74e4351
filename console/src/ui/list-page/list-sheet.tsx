import { createContext, useMemo, useState, type ReactNode } from 'react'

/**
 * On a phone the filters of a list are in a sheet, and so is the order of its rows: the table puts it, with how many were found, where the
 * sheet has the place for it. Null: the list has no such sheet, and the order stands above its rows.
 */
export const ListSheet = createContext<{
  /** While the sheet is open. */
  place: HTMLElement | null
  setPlace: (place: HTMLElement | null) => void
} | null>(null)

/** Around filters and the rows that they narrow. */
export function WithListSheet({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const sheet = useMemo(() => ({ place, setPlace }), [place])
  return <ListSheet value={sheet}>{children}</ListSheet>
}
