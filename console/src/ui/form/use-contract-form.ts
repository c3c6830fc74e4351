import { messagesByPath } from '@brigade/contract/field-message.ts'
import { fieldText } from '@brigade/contract/field.text.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { TextEntry } from '@brigade/contract/text.ts'
import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale } from '../../platform/locale.ts'
import { hasField, valueAt, withValueAt, type FieldPath, type TextPath } from './field-path.ts'

type Words = Readonly<Record<string, TextEntry>>

type Options<V extends object, S extends z.ZodType> = {
  /** The typed values are kept under this name through a new sign-in. It is unique on its page, and null for passwords. */
  name: string | null
  /** The body of the contract, so that the form and the server check the same. */
  schema: S
  initial: V
  /** The words that the rules of the schema name, in addition to those of fields. */
  words?: Words
  /** Builds the body that is checked and sent, if it differs from the fields of the form. */
  body?: (values: V) => object
  /** Checks rules that only the form knows, such as a repeated password. Returns messages by field. */
  alsoCheck?: (values: V, locale: Locale) => Partial<Record<keyof V & string, string>>
  /** Sends the checked body. An error is shown at the fields that it names, or above the form. */
  send: (values: z.output<S>, typed: V) => Promise<unknown>
}

type Refusal = { value: unknown; by: CallError }

/** The refusals of the server. One that names a field stays there until the value of the field changes; others are shown above the form. */
function useRefusals() {
  const [byField, setByField] = useState<Readonly<Record<string, Refusal>>>({})
  const [refused, setRefused] = useState<CallError | string | null>(null)
  return {
    refused,
    setRefused,
    at: (name: string, value: unknown): CallError | undefined => {
      const refusal = byField[name]
      return refusal !== undefined && refusal.value === value ? refusal.by : undefined
    },
    take: (error: unknown, values: object): void => {
      const by = error instanceof CallError ? error : null
      const fields = Object.keys(by?.fields ?? {})
      setByField(
        by === null ? {} : Object.fromEntries(fields.map((path) => [path, { value: valueAt(values, path), by }])),
      )
      const atFields = fields.some((path) => hasField(values, path))
      if (!atFields) setRefused(by ?? (error instanceof Error ? error.message : String(error)))
    },
    clear: (): void => {
      setByField({})
      setRefused(null)
    },
  }
}

/** Fields that were left, or all of them after an attempt to send: only their errors are shown. */
function useLeft() {
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set())
  return {
    has: (path: string): boolean => left === 'all' || left.has(path),
    add: (path: string): void => setLeft((before) => (before === 'all' ? before : new Set(before).add(path))),
    addAll: (): void => setLeft('all'),
    clear: (): void => setLeft(new Set()),
  }
}

/**
 * A form for a body of the contract. A field is checked on blur, all of them on submit, and nothing can be sent twice.
 * Messages follow the language on screen.
 */
export function useContractForm<V extends object, S extends z.ZodType>({
  name,
  schema,
  initial,
  words,
  body,
  alsoCheck,
  send,
}: Options<V, S>) {
  type Name = keyof V & string
  const locale = useLocale()
  // Secrets are never kept, so that their fields begin with the initial value.
  const complete = (kept: V): V => ({ ...initial, ...kept })
  const [values, setValues] = useKept(name, initial, complete)
  const [start, setStart] = useKept(name === null ? null : `${name} start`, initial, complete)
  const left = useLeft()
  const refusals = useRefusals()
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)

  const isDirty = JSON.stringify(values) !== JSON.stringify(start)
  useUnsaved(isDirty && name !== null)
  const checked = schema.safeParse(body === undefined ? onlyKnown(schema, values) : body(values))
  const own: Messages = alsoCheck?.(values, locale) ?? {}
  const wrong: Messages = { ...own, ...messagesOf(checked.error, locale, words) }
  const errorOf = (path: FieldPath<V>): string | undefined => {
    const refusal = refusals.at(path, valueAt(values, path))
    if (refusal !== undefined) return refusal.fieldIn(path, locale)
    return left.has(path) ? wrong[path] : undefined
  }
  const set = <K extends Name>(name: K, value: V[K]): void => setValues((before) => ({ ...before, [name]: value }))
  const leave = (path: FieldPath<V>): void => left.add(path)

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (sending.current) return
    left.addAll()
    refusals.setRefused(null)
    if (!checked.success || Object.values(own).some((message) => message !== undefined && message !== '')) return
    sending.current = true
    setBusy(true)
    try {
      await send(checked.data, values)
      setStart(values)
    } catch (error) {
      refusals.take(error, values)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set,
    /** Sets several fields that belong together. */
    put: (patch: Partial<V>): void => setValues((before) => ({ ...before, ...patch })),
    submit,
    isBusy,
    refused: refusals.refused,
    setRefused: refusals.setRefused,
    errorOf,
    leave,
    isDirty,
    /** The value, error and handlers of a text input. */
    text: (path: TextPath<V>) => ({
      name: path,
      value: String(valueAt(values, path) ?? ''),
      error: errorOf(path),
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setValues((before) => withValueAt(before, path, value)),
      onBlur: () => leave(path),
    }),
    /** Continues from a state that somebody else saved, with the kept values. */
    rebase: (nextStart: V, kept: V) => {
      setStart(nextStart)
      setValues(kept)
      refusals.setRefused(null)
    },
    reset: (next: V) => {
      setValues(next)
      setStart(next)
      left.clear()
      refusals.clear()
    },
  }
}

type Messages = Readonly<Record<string, string | undefined>>

const messagesOf = (error: z.ZodError | undefined, locale: Locale, words: Words = {}): Messages =>
  error === undefined ? {} : messagesByPath(error.issues, locale, { ...fieldText, ...words })

/** Removes the fields that only the form has, such as a repeated password. */
function onlyKnown(schema: z.ZodType, values: object): object {
  if (!('shape' in schema) || typeof schema.shape !== 'object' || schema.shape === null) return values
  const { shape } = schema
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(shape, key)))
}
