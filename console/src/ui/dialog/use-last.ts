import { useState } from 'react'

/** The last present value: the content of a dialog stays while it closes. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return last
}
