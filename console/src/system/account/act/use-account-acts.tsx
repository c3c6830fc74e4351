import { useMemo, useState, type ReactNode } from 'react'
import { useKept } from '../../../platform/kept-work.ts'
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
  const [pending, setPending] = useKept<Question | null>('account act', null)
  const [given, setGiven] = useState<Given | null>(null)
  const acts = useMemo((): AccountActs => ({ ask: setPending, show: setGiven }), [setPending])
  return [
    acts,
    <div key="dialogs">
      <ActDialog
        pending={pending}
        onClose={() => setPending(null)}
        onDone={(message, password) => {
          const question = pending
          setPending(null)
          if (message !== null) toastDone(message)
          if (password !== null && question !== null) setGiven({ name: question.account.name, password })
          if (question?.deed === 'remove') onRemoved?.()
        }}
      />
      <GivenPassword given={given} onClose={() => setGiven(null)} />
    </div>,
  ]
}
