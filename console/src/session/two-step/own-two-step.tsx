import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { twoStepLimits, type OwnTwoStep as Own } from '@brigade/contract/session/two-step.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { EndDialog } from './end-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import css from './two-step.module.css'
import { ownTwoStepText, recoveryText } from './two-step.text.ts'

type Doing = 'setUp' | 'renew' | 'end' | null

/** One's own two-step sign-in: whether it is on, and all that is done to it. */
export function OwnTwoStep({ account }: { account: string }) {
  const w = useWords(ownTwoStepText)
  const { data, error, refetch } = useQuery(ask(sessionApi.twoStep, {}, { quiet: true }))
  return (
    <Box.section paddingBottom="16" className={css.own}>
      <h3>{w.title}</h3>
      {data === undefined ? (
        error === null ? (
          <p aria-busy="true">{w.reading}</p>
        ) : (
          <ErrorPanel message={error.message} onRetry={() => void refetch()} />
        )
      ) : (
        <Known account={account} state={data} />
      )}
    </Box.section>
  )
}

function Known({ account, state }: { account: string; state: Own }) {
  const w = useWords(ownTwoStepText)
  const r = useWords(recoveryText)
  const renew = useSend(sessionApi.renewRecoveryCodes, { quiet: true })
  const [doing, setDoing] = useState<Doing>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = (): void => setDoing(null)
  const show = (made: readonly string[]): void => {
    close()
    setCodes(made)
  }
  return (
    <>
      <p>
        <StateWords state={state} />
      </p>
      <Actions state={state} onDo={setDoing} />
      {doing === 'setUp' ? (
        <SetUpDialog
          isOn={state.isOn}
          onClose={close}
          onCodes={(made) => {
            show(made)
            toastDone(w.done)
          }}
        />
      ) : null}
      {doing === 'end' ? <EndDialog onClose={close} /> : null}
      <PasswordPrompt
        title={w.renew}
        isOpen={doing === 'renew'}
        onClose={close}
        confirmLabel={w.renewDo}
        onConfirm={async (password) => show((await renew.mutateAsync({ password })).recoveryCodes)}
      >
        {w.renewBody}
      </PasswordPrompt>
      <Dialog title={r.title} isOpen={codes !== null} width={400}>
        <RecoveryCodes place="titled" account={account} codes={codes ?? []} onKept={() => setCodes(null)} />
      </Dialog>
    </>
  )
}

function StateWords({ state }: { state: Own }) {
  const w = useWords(ownTwoStepText)
  const { isOn, isRequired, since, recoveryCodesLeft: count } = state
  const parts = [
    isOn ? w.on({ time: formatTime(since) }) : w.off,
    ...(isRequired ? [w.required] : []),
    ...(isOn ? [w.codesLeft({ count })] : []),
    ...(isOn && count <= twoStepLimits.fewRecoveryCodes ? [w.fewLeft] : []),
  ]
  return <>{parts.join(' ')}</>
}

function Actions({ state, onDo }: { state: Own; onDo: (doing: Doing) => void }) {
  const w = useWords(ownTwoStepText)
  return (
    <Row gap="8" marginBottom="16" wrap>
      <Button size="small" icon={state.isOn ? 'refresh' : 'lock'} onClick={() => onDo('setUp')}>
        {state.isOn ? w.replace : w.setUp}
      </Button>
      {state.isOn ? (
        <>
          <Button size="small" onClick={() => onDo('renew')}>
            {w.renew}
          </Button>
          <Button
            size="small"
            look="danger"
            disabledReason={state.isRequired ? w.required : undefined}
            onClick={() => onDo('end')}
          >
            {w.end}
          </Button>
        </>
      ) : null}
    </Row>
  )
}
