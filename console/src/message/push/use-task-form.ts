import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import { messageText } from '@brigade/contract/message/message.text.ts'
import { TaskDraft } from '@brigade/contract/message/task.model.ts'
import { useRef, useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale } from '../../platform/locale.ts'
import { draftOf, type TypedTask } from './task-typed.ts'

type Options = Readonly<{ initial: TypedTask; send: (draft: TaskDraft, typed: TypedTask) => Promise<unknown> }>

/**
 * The form of a push task. Its fields are typed otherwise than the contract has them (a path, lines of names, times of the viewer),
 * so that it checks what it would send, and shows refusals by their paths.
 */
export function useTaskForm({ initial, send }: Options) {
  const locale = useLocale()
  const [typed, setTyped] = useKept('push task', initial, (kept) => ({ ...initial, ...kept }))
  const [start] = useState(initial)
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isTried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start)
  useUnsaved(isDirty)
  const checked = TaskDraft.safeParse(draftOf(typed, password))
  const wrong: Readonly<Record<string, string | undefined>> =
    checked.error === undefined ? {} : messagesByPath(checked.error.issues, locale, { ...fieldText, ...messageText })
  const errorOf = (path: string): string | undefined => {
    if (refused instanceof CallError) {
      const message = refused.fieldIn(path, locale)
      if (message !== undefined) return message
    }
    return isTried || left.has(path) ? wrong[path] : undefined
  }
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (sending.current) return
    setTried(true)
    setRefused(null)
    if (!checked.success) return
    sending.current = true
    setBusy(true)
    try {
      await send(checked.data, typed)
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const isAtField = refused instanceof CallError && Object.keys(refused.fields ?? {}).length > 0
  return {
    typed,
    put: (patch: Partial<TypedTask>): void => {
      setRefused(null)
      setTyped((before) => ({ ...before, ...patch }))
    },
    password,
    setPassword,
    errorOf,
    leave: (path: string): void => setLeft((before) => new Set(before).add(path)),
    submit,
    isBusy,
    isDirty,
    isSendable: checked.success,
    /** A refusal that names no field is shown above the form. */
    refused: isAtField ? null : refused,
  }
}
export type TaskForm = ReturnType<typeof useTaskForm>
