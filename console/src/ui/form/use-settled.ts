import { useEffect, useState } from 'react'

const usualMs = 400

/** Returns the value once it has not changed for a while, so that not every key causes a request. */
export function useSettled<T>(value: T, settleMs = usualMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), settleMs)
    return () => clearTimeout(timer)
  }, [value, settleMs])
  return settled
}
