import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import { recipeText } from '@brigade/contract/recipe/recipe.text.ts'
import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale } from '../../platform/locale.ts'

type Options<V, S extends z.ZodType> = Readonly<{
  name: string
  initial: V
  schema: S
  send: (body: z.output<S>) => Promise<unknown>
}>

/** A form with fields deeper than one level (a name by language): it is checked when it is sent, and its refusals are matched by path. */
export function useNamesForm<V extends object, S extends z.ZodType>({ name, initial, schema, send }: Options<V, S>) {
  const locale = useLocale()
  const [values, setValues] = useKept(name, initial)
  const [start] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CallError | null>(null)
  const sending = useRef(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(start)
  useUnsaved(isDirty)
  const checked = schema.safeParse(values)
  const wrong: Readonly<Record<string, string>> =
    checked.error === undefined ? {} : messagesByPath(checked.error.issues, locale, { ...fieldText, ...recipeText })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (sending.current) return
    setTried(true)
    setRefused(null)
    if (!checked.success) return
    sending.current = true
    setBusy(true)
    try {
      await send(checked.data)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefused(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return {
    values,
    put: (patch: Partial<V>): void => {
      setRefused(null)
      setValues((before) => ({ ...before, ...patch }))
    },
    errorOf: (path: string): string | undefined =>
      refused?.fieldIn(path, locale) ?? (isTried ? wrong[path] : undefined),
    submit,
    isBusy,
    isDirty,
    /** A refusal that names no field. */
    refused: Object.keys(refused?.fields ?? {}).length > 0 ? null : refused,
  }
}
