import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import { firmwareText } from '@brigade/contract/firmware/firmware.text.ts'
import { TaskReach, UpgradeTaskDraft } from '@brigade/contract/firmware/reach.model.ts'
import { useRef, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale } from '../../platform/locale.ts'
import { draftOf, formSteps, reachOf, stepOf, type FormStep, type TypedTask } from './task-typed.ts'

type Options = Readonly<{ initial: TypedTask; send: (draft: UpgradeTaskDraft) => Promise<unknown> }>
type Messages = Readonly<Record<string, string | undefined>>

/**
 * The stepped form of an upgrade task. Its fields have other types than the contract, so the form checks what it would send, shows refusals
 * by their paths, and opens the step with the first of them.
 */
export function useTaskForm({ initial, send }: Options) {
  const locale = useLocale()
  const [typed, setTyped] = useKept('upgrade task', initial, (kept) => ({ ...initial, ...kept }))
  const [start, setStart] = useState(initial)
  const [step, setStep] = useKept<FormStep>('upgrade task step', 'what')
  const [tried, setTried] = useState<ReadonlySet<FormStep>>(new Set())
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [sent, setSent] = useState<'draft' | 'submit' | null>(null)
  const sending = useRef(false)
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start)
  useUnsaved(isDirty)
  const checked = UpgradeTaskDraft.safeParse(draftOf(typed, false))
  const wrong: Messages =
    checked.error === undefined ? {} : messagesByPath(checked.error.issues, locale, { ...fieldText, ...firmwareText })
  const wrongPaths = Object.keys(wrong)
  const isRight = (one: FormStep): boolean => !wrongPaths.some((path) => stepOf(path) === one)
  const serverPaths = refused instanceof CallError ? Object.keys(refused.fields ?? {}) : []

  const errorOf = (path: string): string | undefined => {
    const message = refused instanceof CallError ? refused.fieldIn(path, locale) : undefined
    return message ?? (tried.has(stepOf(path)) ? wrong[path] : undefined)
  }
  /** Opens a step, or the first invalid one before it. */
  const goTo = (wanted: FormStep): void => {
    const before = formSteps.slice(0, formSteps.indexOf(wanted))
    const stuck = before.find((one) => !isRight(one))
    setTried(
      (all) => new Set([...all, ...before.slice(0, stuck === undefined ? undefined : before.indexOf(stuck) + 1)]),
    )
    setStep(stuck ?? wanted)
  }
  const submit = async (how: 'draft' | 'submit'): Promise<void> => {
    if (sending.current) return
    setTried(new Set(formSteps))
    setRefused(null)
    const first = formSteps.find((one) => !isRight(one))
    if (first !== undefined) return setStep(first)
    sending.current = true
    setSent(how)
    try {
      await send(UpgradeTaskDraft.parse(draftOf(typed, how === 'submit')))
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
      const [path] = error instanceof CallError ? Object.keys(error.fields ?? {}) : []
      if (path !== undefined) setStep(stepOf(path))
    } finally {
      sending.current = false
      setSent(null)
    }
  }
  const reach = TaskReach.safeParse(reachOf(typed))
  return {
    typed,
    put: (patch: Partial<TypedTask>): void => {
      setRefused(null)
      setTyped((before) => ({ ...before, ...patch }))
    },
    rebase: (nextStart: TypedTask, kept: TypedTask): void => {
      setStart(nextStart)
      setTyped(kept)
      setRefused(null)
    },
    step,
    goTo,
    isRight,
    errorOf,
    submit,
    /** The request in flight. */
    sent,
    isDirty,
    /** The query of the dry run; undefined while one of its fields is invalid. */
    draft: reach.success ? JSON.stringify(reachOf(typed)) : undefined,
    /** A refusal that names no field is shown above the form. */
    refused: serverPaths.length > 0 ? null : refused,
  }
}
export type TaskForm = ReturnType<typeof useTaskForm>
