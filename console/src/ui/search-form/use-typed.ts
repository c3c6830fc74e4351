import { useState } from 'react'
import type { Draft } from './filter.ts'

/**
 * Input that is not in the address yet; null without any. A change of the address by other means (totals, back, clear)
 * replaces it. The address follows a search or reset of the form itself a moment later, and input of that moment stays.
 */
export function useTyped(applied: Draft) {
  const [typed, setTyped] = useState<Draft | null>(null)
  const [sent, setSent] = useState<{ key: string; typed: Draft | null } | null>(null)
  const appliedKey = JSON.stringify(applied)
  const [seenKey, setSeenKey] = useState(appliedKey)
  if (seenKey !== appliedKey) {
    setSeenKey(appliedKey)
    if (sent?.key !== appliedKey || sent.typed === typed) setTyped(null)
    setSent(null)
  }
  return {
    typed,
    setTyped,
    noteSent: (values: Draft, kept: Draft | null) => setSent({ key: JSON.stringify(values), typed: kept }),
  }
}
