import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { CodeSignIn } from '@brigade/contract/session/session.model.ts'
import type { SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../platform/call.ts'
import { useWords } from '../platform/locale.ts'
import { Stack } from '../ui/layout/layout.tsx'
import css from './login.module.css'
import { signInText } from './session.text.ts'

type Props = { sent: CodeSignIn; onAnswer: (answer: SignInAnswer) => void; onRefused: () => void }

/**
 * Spec 2: a code in the address signs in by itself. It works once, so it is sent once. The present person stays signed
 * in until the code has proved right; the server then ends that session.
 */
export function SignInByCode({ sent, onAnswer, onRefused }: Props) {
  const w = useWords(signInText)
  const isSent = useRef(false)
  const send = useEffectEvent(async () => {
    try {
      onAnswer(await call(sessionApi.signInByCode, sent))
    } catch {
      onRefused()
    }
  })
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    void send()
  }, [])
  return (
    <Stack.p gap="16" justifyItems="center" tone="ink-3" textAlign="center" className={css.waiting} role="status">
      {w.byCode}
    </Stack.p>
  )
}
