import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { secondStepText } from './two-step.text.ts'

/** A typed code and its result: a wrong one is refused at its field and stays there, any other failure is shown above the form. */
export function useStepCode(send: (code: string) => Promise<void>) {
  const w = useWords(secondStepText)
  const locale = useLocale()
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const known = refused instanceof CallError ? refused : null
  const atField = known?.fieldIn('code', locale)
  const needed = kind === 'app' ? w.codeNeeded : w.recoveryNeeded
  return {
    kind,
    isBusy,
    isOver: known?.key === 'session.ticketOver',
    refused: atField === undefined ? refused : null,
    field: {
      kind,
      value: code,
      error: isMissing && code.trim() === '' ? needed : atField,
      onChange: (value: string): void => {
        setCode(value)
        if (atField !== undefined) setRefused(null)
      },
    },
    switchKind: (): void => {
      setKind(kind === 'app' ? 'recovery' : 'app')
      setCode('')
      setRefused(null)
      setMissing(false)
    },
    submit: async (event: FormEvent): Promise<void> => {
      event.preventDefault()
      setMissing(code.trim() === '')
      if (isBusy || code.trim() === '') return
      setBusy(true)
      setRefused(null)
      try {
        await send(code)
      } catch (error) {
        setRefused(error instanceof CallError ? error : String(error))
      } finally {
        setBusy(false)
      }
    },
  }
}
