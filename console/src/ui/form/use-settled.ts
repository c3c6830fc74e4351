import { useEffect, useState } from 'react'

const usualMs = 400

/** The value once it has not changed for a while: nothing is asked for at every key. */
export function useSettled<T>(value: T, settleMs = usualMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
