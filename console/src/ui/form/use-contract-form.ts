import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { TextEntry } from '@brigade/contract/text.ts'
import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale } from '../../platform/locale.ts'

type Options<V extends object, S extends z.ZodType> = {
  /** What is typed outlives signing in again under this name, one on its page; `null` where it is passwords. */
  name: string | null
  /** The contract's own body: the form checks what the server checks. */
  schema: S
  initial: V
  /** Words that the schema's rules name, beside those of fields. */
  words?: Readonly<Record<string, TextEntry>>
  /** What only the form knows (a second entry equals the first): messages by field, empty where all is well. */
  alsoCheck?: (values: V, locale: Locale) => Partial<Record<keyof V & string, string>>
  /** Sends what passed the check. What it throws stands at the fields named, or above the form. */
  send: (values: z.output<S>, typed: V) => Promise<unknown>
}

type Said = { value: unknown; by: CallError }

/**
 * A form over a body of the contract. A field is checked on blur, all of them on submit; a refusal stands at its field until
 * that field changes; nothing can be sent twice. Messages follow the language on screen.
 */
export function useContractForm<V extends object, S extends z.ZodType>({
  name,
  schema,
  initial,
  words,
  alsoCheck,
  send,
}: Options<V, S>) {
  type Name = keyof V & string
  const locale = useLocale()
  // A secret is never kept: its field begins again.
  const complete = (kept: V): V => ({ ...initial, ...kept })
  const [values, setValues] = useKept(name, initial, complete)
  const [start, setStart] = useKept(name === null ? null : `${name} start`, initial, complete)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [saidByServer, setSaidByServer] = useState<Readonly<Record<string, Said>>>({})
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)

  const isDirty = JSON.stringify(values) !== JSON.stringify(start)
  useUnsaved(isDirty && name !== null)
  const checked = schema.safeParse(onlyKnown(schema, values))
  const own = alsoCheck?.(values, locale) ?? {}
  const wrong: Readonly<Record<string, string | undefined>> = {
    ...own,
    ...(checked.success ? {} : messagesByPath(checked.error.issues, locale, { ...fieldText, ...words })),
  }
  const valueOf = new Map<string, unknown>(Object.entries(values))
  const errorOf = (name: Name): string | undefined => {
    const said = saidByServer[name]
    if (said !== undefined && said.value === valueOf.get(name)) return said.by.fieldIn(name, locale)
    return left.has(name) ? wrong[name] : undefined
  }
  const set = <K extends Name>(name: K, value: V[K]): void => setValues((before) => ({ ...before, [name]: value }))
  const leave = (name: Name): void => setLeft((before) => new Set(before).add(name))

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (sending.current) return
    setLeft(new Set(Object.keys(values)))
    setRefused(null)
    if (!checked.success || Object.values(own).some((message) => message !== undefined && message !== '')) return
    sending.current = true
    setBusy(true)
    try {
      await send(checked.data, values)
      setStart(values)
    } catch (error) {
      const by = error instanceof CallError ? error : null
      const fields = Object.keys(by?.fields ?? {})
      setSaidByServer(
        by === null ? {} : Object.fromEntries(fields.map((name) => [name, { value: valueOf.get(name), by }])),
      )
      const atFields = fields.some((name) => valueOf.has(name))
      if (!atFields) setRefused(by ?? (error instanceof Error ? error.message : String(error)))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set,
    /** Several fields that belong together, also from a part that knows only these of the form. */
    put: (patch: Partial<V>): void => setValues((before) => ({ ...before, ...patch })),
    submit,
    isBusy,
    refused,
    setRefused,
    errorOf,
    leave,
    isDirty,
    /** For a text input: value, error, and both handlers. */
    text: (name: { [K in Name]: V[K] extends string ? K : never }[Name]) => ({
      name,
      value: String(valueOf.get(name) ?? ''),
      error: errorOf(name),
      onChange: (event: { currentTarget: { value: string } }) => {
        // Read at once: the event has no target any more when React comes to the update.
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [name]: value }))
      },
      onBlur: () => leave(name),
    }),
    /** Begins anew from another start, with values kept: somebody else has saved meanwhile. */
    rebase: (nextStart: V, kept: V) => {
      setStart(nextStart)
      setValues(kept)
      setRefused(null)
    },
    reset: (next: V) => {
      setValues(next)
      setStart(next)
      setLeft(new Set())
      setSaidByServer({})
      setRefused(null)
    },
  }
}

/** Fields the form keeps for itself (a repeated password) are not part of the body. */
function onlyKnown(schema: z.ZodType, values: object): object {
  if (!('shape' in schema) || typeof schema.shape !== 'object' || schema.shape === null) return values
  const { shape } = schema
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(shape, key)))
}
