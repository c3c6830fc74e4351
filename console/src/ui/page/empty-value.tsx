import type { ReactNode } from 'react'
import { emptyValue } from '../../platform/format.ts'

/** What is given, or a dash. */
export function OrDash({ children }: { children: ReactNode }) {
  return children === null || children === undefined || children === '' ? (
    <span className="faint">{emptyValue}</span>
  ) : (
    children
  )
}
