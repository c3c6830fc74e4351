import { useMemo, useState, type ReactNode } from 'react'
import { toastDone } from '../../../platform/toast.ts'
import { ActDialog } from './act-dialog.tsx'
import { GivenPassword, type Given } from './given-password.tsx'
import type { Question } from './question.ts'

export type AccountActs = { ask: (question: Question) => void; show: (given: Given) => void }

/**
 * Every act on an account needs a confirmation, with the own password when it concerns an administrator. A toast reports the
 * result.
 */
export function useAccountActs(onRemoved?: () => void): [AccountActs, ReactNode] {
  const [asked, setAsked] = useState<Question | null>(null)
  const [given, setGiven] = useState<Given | null>(null)
  const acts = useMemo((): AccountActs => ({ ask: setAsked, show: setGiven }), [])
  return [
    acts,
    <div key="dialogs">
      <ActDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={(message, password) => {
          const question = asked
          setAsked(null)
          if (message !== null) toastDone(message)
          if (password !== null && question !== null) setGiven({ name: question.account.name, password })
          if (question?.deed === 'remove') onRemoved?.()
        }}
      />
      <GivenPassword given={given} onClose={() => setGiven(null)} />
    </div>,
  ]
}
