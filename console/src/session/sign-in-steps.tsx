import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import type { SecondStepRequired, SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import type { Place } from './two-step/step-heading.tsx'

// Most accounts have no second step, so its form is fetched where the answer to a password asks for it.
const LaterSteps = lazy(() => import('./two-step/later-steps.tsx').then((module) => ({ default: module.LaterSteps })))

type Props = {
  place: Place
  /** Account and password, or a code of the address; its answer may ask for more. */
  first: (onAnswer: (answer: SignInAnswer) => void) => ReactNode
  onSignedIn: (result: SignedIn) => void
  /** Back to the first step. */
  onAgain?: () => void
}

/** From the first proof to the session, with what has to follow it where it is asked for. */
export function SignInSteps({ place, first, onSignedIn, onAgain }: Props) {
  const [required, setRequired] = useState<SecondStepRequired | null>(null)
  if (required === null) return first((answer) => ('ticket' in answer ? setRequired(answer) : onSignedIn(answer)))
  return (
    <Suspense fallback={null}>
      <LaterSteps
        place={place}
        required={required}
        onSignedIn={onSignedIn}
        onAgain={() => {
          setRequired(null)
          onAgain?.()
        }}
      />
    </Suspense>
  )
}
