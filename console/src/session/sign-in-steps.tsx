import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import type { SecondStepRequired, SecondStepResult, SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import { useState, type ReactNode } from 'react'
import { useWords } from '../platform/locale.ts'
import { toastDone } from '../platform/toast.ts'
import { RecoveryCodes } from './two-step/recovery-codes.tsx'
import { SecondStep } from './two-step/second-step.tsx'
import type { Place } from './two-step/step-heading.tsx'
import { secondStepText } from './two-step/two-step.text.ts'

type Props = {
  place: Place
  /** Account and password, or a code of the address; its answer may ask for more. */
  first: (onAnswer: (answer: SignInAnswer) => void) => ReactNode
  onSignedIn: (result: SignedIn) => void
  /** Back to the first step. */
  onAgain?: () => void
}

/** From the first proof to the session: the second step where it is asked for, and recovery codes that were made on the way. */
export function SignInSteps({ place, first, onSignedIn, onAgain }: Props) {
  const w = useWords(secondStepText)
  const [required, setRequired] = useState<SecondStepRequired | null>(null)
  const [done, setDone] = useState<(SecondStepResult & { account: string }) | null>(null)
  if (done?.recoveryCodes)
    return (
      <RecoveryCodes place={place} account={done.account} codes={done.recoveryCodes} onKept={() => onSignedIn(done)} />
    )
  if (required === null) return first((answer) => ('ticket' in answer ? setRequired(answer) : onSignedIn(answer)))
  return (
    <SecondStep
      place={place}
      required={required}
      onAgain={() => {
        setRequired(null)
        onAgain?.()
      }}
      onDone={(result) => {
        if (result.recoveryCodes !== null) return setDone({ ...result, account: required.enrolment?.account ?? '' })
        if (result.recoveryCodesLeft !== null) toastDone(w.codesLeft({ count: result.recoveryCodesLeft }))
        onSignedIn(result)
      }}
    />
  )
}
