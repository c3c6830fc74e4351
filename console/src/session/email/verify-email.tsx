import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { Button } from '../../ui/button/button.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import css from './email.module.css'
import { emailText } from './email.text.ts'

type State = 'asking' | 'sending' | 'done' | 'over'

/**
 * The page of a mailed link. A button confirms, because programs that open the links of mails to check them must not.
 */
export function VerifyEmail({ token }: { token: string | undefined }) {
  const w = useWords(emailText)
  const [state, setState] = useState<State>(token === undefined ? 'over' : 'asking')
  const [refused, setRefused] = useState<CallError | null>(null)
  const confirm = async (): Promise<void> => {
    setState('sending')
    setRefused(null)
    try {
      await call(sessionApi.confirmEmail, { token: token ?? '' }, { quiet: true })
      setState('done')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isOver = error.key === 'session.emailLinkOver' || error.key === 'field.refused'
      setState(isOver ? 'over' : 'asking')
      setRefused(isOver ? null : error)
    }
  }
  const isOpen = state === 'asking' || state === 'sending'
  return (
    <>
      <div role="status">
        <Text.h1 size="2xl" line="32" marginBottom="8" className={css.title}>
          {isOpen ? w.title : state === 'done' ? w.doneTitle : w.overTitle}
        </Text.h1>
        <Text.p size="m" line="24" tone="ink-3" marginBottom="24">
          {isOpen ? w.body : state === 'done' ? w.doneBody : w.overBody}
        </Text.p>
      </div>
      <RefusedNote message={refused} />
      {isOpen ? (
        <Button look="primary" size="wide" busy={state === 'sending'} onClick={() => void confirm()}>
          {w.confirm}
        </Button>
      ) : (
        <Button size="wide" onClick={() => go('/')}>
          {w.goOn}
        </Button>
      )}
    </>
  )
}
