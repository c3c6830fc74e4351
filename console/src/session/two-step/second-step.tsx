import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { SecondStepRequired, SecondStepResult } from '@brigade/contract/session/two-step.model.ts'
import { Suspense, lazy } from 'react'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { StepField } from './step-field.tsx'
import { StepHeading, type Place } from './step-heading.tsx'
import css from './two-step.module.css'
import { enrolmentText, secondStepText } from './two-step.text.ts'
import { useStepCode } from './use-step-code.ts'

// The drawing of QR codes is loaded when one is drawn.
const AppSetup = lazy(() => import('./app-setup.tsx').then((module) => ({ default: module.AppSetup })))

type Props = {
  place: Place
  required: SecondStepRequired
  onDone: (done: SecondStepResult) => void
  /** Returns to account and password. */
  onAgain: () => void
}

/** Follows the password: a code of the app or a recovery code; or the app is set up first if the role requires it. */
export function SecondStep({ place, required, onDone, onAgain }: Props) {
  const w = useWords(secondStepText)
  const e = useWords(enrolmentText)
  const { ticket, enrolment } = required
  const step = useStepCode(async (code) =>
    onDone(await call(sessionApi.signInTwoStep, { ticket, code }, { quiet: true })),
  )
  const isApp = step.kind === 'app'
  const field = <StepField key={step.kind} size="big" {...step.field} />
  return (
    <Box.form full className={css.form} onSubmit={(event) => void step.submit(event)} noValidate>
      {enrolment === null ? (
        <StepHeading place={place} title={w.title}>
          {isApp ? w.body : w.recoveryBody}
        </StepHeading>
      ) : (
        <StepHeading place={place} title={e.title}>
          {e.required}
        </StepHeading>
      )}
      <RefusedNote message={step.refused} />
      {enrolment === null ? (
        field
      ) : (
        <Suspense fallback={null}>
          <AppSetup enrolment={enrolment} />
          {field}
        </Suspense>
      )}
      {isApp ? null : (
        <Text.p marginBottom="16" tone="ink-3" size="xs" line="16">
          {w.lostAll}
        </Text.p>
      )}
      {step.isOver ? (
        <Button look="primary" size="wide" onClick={onAgain}>
          {w.again}
        </Button>
      ) : (
        <Button type="submit" look="primary" size="wide" busy={step.isBusy}>
          {enrolment === null ? w.submit : e.confirm}
        </Button>
      )}
      <Text.div marginTop="12" textAlign="center">
        {enrolment === null ? (
          <Button look="quiet" size="small" onClick={step.switchKind}>
            {isApp ? w.lost : w.backToApp}
          </Button>
        ) : null}
        {step.isOver ? null : (
          <Button look="quiet" size="small" onClick={onAgain}>
            {w.again}
          </Button>
        )}
      </Text.div>
    </Box.form>
  )
}
