import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { EnrolmentStart, type EnrolmentStarted } from '@brigade/contract/session/two-step.model.ts'
import { Suspense, lazy, useState } from 'react'
import type { z } from 'zod'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { StepField } from './step-field.tsx'
import css from './two-step.module.css'
import { enrolmentText, ownTwoStepText } from './two-step.text.ts'
import { useStepCode } from './use-step-code.ts'

const AppSetup = lazy(() => import('./app-setup.tsx').then((module) => ({ default: module.AppSetup })))

type Started = z.output<typeof EnrolmentStarted>
type Props = { isOn: boolean; onClose: () => void; onCodes: (codes: readonly string[]) => void }

/**
 * Asks for the password, and for a code if an app is bound already; then the new app is confirmed by one of its codes.
 */
export function SetUpDialog({ isOn, onClose, onCodes }: Props) {
  const w = useWords(enrolmentText)
  const o = useWords(ownTwoStepText)
  const [started, setStarted] = useState<Started | null>(null)
  return (
    <Dialog title={isOn ? o.replace : w.title} isOpen onClose={onClose} width={400}>
      {started === null ? (
        <Proof isOn={isOn} onClose={onClose} onStarted={setStarted} />
      ) : (
        <Confirmation started={started} onClose={onClose} onCodes={onCodes} onAgain={() => setStarted(null)} />
      )}
    </Dialog>
  )
}

type ProofProps = { isOn: boolean; onClose: () => void; onStarted: (started: Started) => void }

function Proof({ isOn, onClose, onStarted }: ProofProps) {
  const w = useWords(enrolmentText)
  const o = useWords(ownTwoStepText)
  const begin = useSend(sessionApi.beginTwoStep, { quiet: true })
  const form = useContractForm({
    name: null,
    schema: EnrolmentStart,
    initial: { password: '', code: isOn ? '' : undefined },
    send: async (proof) => onStarted(await begin.mutateAsync(proof)),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <RefusedNote message={form.refused} />
      <PasswordField
        label={o.password}
        required
        startsFocused
        autoComplete="current-password"
        {...form.text('password')}
      />
      {isOn ? (
        <TextField
          label={o.presentCode}
          required
          autoComplete="one-time-code"
          maxLength={20}
          name="present-code"
          value={form.values.code ?? ''}
          error={form.errorOf('code')}
          onChange={(event) => form.set('code', event.currentTarget.value)}
          onBlur={() => form.leave('code')}
        />
      ) : null}
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {w.goOn}
        </Button>
      </DialogFoot>
    </form>
  )
}

type ConfirmationProps = Omit<Props, 'isOn'> & { started: Started; onAgain: () => void }

function Confirmation({ started, onClose, onCodes, onAgain }: ConfirmationProps) {
  const w = useWords(enrolmentText)
  const confirm = useSend(sessionApi.confirmTwoStep, { quiet: true })
  const step = useStepCode(async (code) => {
    const { recoveryCodes } = await confirm.mutateAsync({ ticket: started.ticket, code })
    onCodes(recoveryCodes)
  })
  return (
    <Box.form full className={css.form} onSubmit={(event) => void step.submit(event)} noValidate>
      <RefusedNote message={step.refused} />
      <Suspense fallback={null}>
        <AppSetup enrolment={started} />
        <StepField {...step.field} />
      </Suspense>
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        {step.isOver ? (
          <Button look="primary" onClick={onAgain}>
            {w.goOn}
          </Button>
        ) : (
          <Button type="submit" look="primary" busy={step.isBusy}>
            {w.confirm}
          </Button>
        )}
      </DialogFoot>
    </Box.form>
  )
}
