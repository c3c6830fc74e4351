import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import type { SecondStepRequired, SecondStepResult } from '@brigade/contract/session/two-step.model.ts'
import { useState } from 'react'
import { wordsNow } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondStep } from './second-step.tsx'
import type { Place } from './step-heading.tsx'
import { secondStepText } from './two-step.text.ts'

type Props = {
  place: Place
  required: SecondStepRequired
  onSignedIn: (result: SignedIn) => void
  onAgain: () => void
}

/** What comes after the password: the second step, and recovery codes that were made on the way. */
export function LaterSteps({ place, required, onSignedIn, onAgain }: Props) {
  const [done, setDone] = useState<(SecondStepResult & { account: string }) | null>(null)
  if (done?.recoveryCodes)
    return (
      <RecoveryCodes place={place} account={done.account} codes={done.recoveryCodes} onKept={() => onSignedIn(done)} />
    )
  return (
    <SecondStep
      place={place}
      required={required}
      onAgain={onAgain}
      onDone={(result) => {
        if (result.recoveryCodes !== null) return setDone({ ...result, account: required.enrolment?.account ?? '' })
        const left = result.recoveryCodesLeft
        if (left !== null) toastDone(wordsNow(secondStepText).codesLeft({ count: left }))
        onSignedIn(result)
      }}
    />
  )
}
