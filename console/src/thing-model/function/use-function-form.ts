import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useMemo, useRef, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { useSheet } from '../../shell/sheet.ts'
import { checkFunction } from './check-function.ts'
import { useFunctionWrites } from './function-writes.ts'
import { findFunction } from './functions-of.ts'
import { functionText } from './function.text.ts'
import { blankFunction, typedFunction, type KindOfFunction, type TypedFunction } from '../typed/typed-function.ts'

type Options = {
  product: ProductDetail
  kind: FunctionKind
  base: KindOfFunction | null
  like: KindOfFunction | null
  identifiers: readonly string[]
  onSaved: (identifier: string) => void
}

/** Somebody saved this function while it was edited: its first state, its present state, and the values of the form. */
export type Clash = { by: CallError; base: KindOfFunction; now: KindOfFunction; mine: KindOfFunction }

type Against = { kind: FunctionKind; was: KindOfFunction | null; identifiers: readonly string[] }

/** Checks the typed function by the schemas of the contract and the rules of the form. A refusal stays at its field until the form changes. */
function useChecks(typed: TypedFunction, { kind, was, identifiers }: Against) {
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ by: CallError; typed: TypedFunction } | null>(null)
  const ownIdentifier = was?.definition.identifier
  const taken = useMemo(
    () => new Set(identifiers.filter((identifier) => identifier !== ownIdentifier)),
    [identifiers, ownIdentifier],
  )
  const checked = useMemo(() => checkFunction(typed, { kind, was, taken }, locale), [typed, kind, was, taken, locale])
  const serverError = (path: string): string | undefined =>
    refused === null || refused.typed !== typed
      ? undefined
      : (refused.by.fieldIn(`definition.${path}`, locale) ?? refused.by.fieldIn(path, locale))
  const errorOf = (path: string): string | undefined =>
    serverError(path) ?? (isTried || left.has(path) ? checked.errors[path] : undefined)
  return {
    checked,
    isTried,
    tryAll: (): void => setTried(true),
    refuse: (by: CallError): void => setRefused({ by, typed }),
    fields: {
      errorOf,
      isWrongUnder: (path: string): boolean =>
        Object.keys(checked.errors).some(
          (one) => (one === path || one.startsWith(`${path}.`)) && errorOf(one) !== undefined,
        ),
      leave: (path: string): void => setLeft((before) => new Set(before).add(path)),
    },
  }
}

/** The function form. A field is checked when it is left, and all of them on saving. Nothing can be sent twice. */
export function useFunctionForm({ product, kind, base: from, like, identifiers, onSaved }: Options) {
  const locale = useLocale()
  const w = useWords(functionText)
  const sheet = useSheet()
  const { add, update } = useFunctionWrites(product.id)
  const protocol = product.protocol === 'alink' ? null : product.protocol
  const typedOf = (of: KindOfFunction): TypedFunction => typedFunction(of, protocol)
  const [base, setBase] = useKept('function base', from)
  const [start, setStart] = useKept('function start', () => {
    if (from !== null) return typedOf(from)
    // A copy needs another identifier.
    return like === null ? blankFunction(protocol) : { ...typedOf(like), identifier: '' }
  })
  const [typed, setTyped] = useKept('function', start)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [clash, setClash] = useState<Clash | null>(null)
  const [gone, setGone] = useState<KindOfFunction | null>(null)
  const isGone = gone !== null
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)

  // A function that somebody deleted keeps its own identifier, which is free again.
  const known = base ?? gone ?? from
  const { checked, isTried, fields, tryAll, refuse } = useChecks(typed, { kind, was: known, identifiers })

  const send = async (of: KindOfFunction): Promise<void> => {
    sending.current = true
    setBusy(true)
    try {
      if (base === null) await add(of, known)
      else await update(base, of)
      const name = of.definition.name[locale]
      toastDone(base === null ? w.added({ name }) : w.saved({ name }))
      onSaved(of.definition.identifier)
      sheet.done()
    } catch (error) {
      await fail(error, of)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const fail = async (error: unknown, mine: KindOfFunction): Promise<void> => {
    if (!(error instanceof CallError)) return setRefused(String(error))
    const isChanged = error.key === 'thingModel.changedMeanwhile' || error.key === 'thingModel.functionUnknown'
    if (base !== null && isChanged) {
      const { model } = await call(thingModelApi.draft, { productId: product.id }, { quiet: true })
      const now = findFunction(model, kind, base.definition.identifier)
      if (now !== null) return setClash({ by: error, base, now, mine })
      setGone(base)
      return setBase(null)
    }
    refuse(error)
    const hasField = Object.keys(error.fields).some((path) => path.startsWith('definition.'))
    return setRefused(hasField ? null : error)
  }

  return {
    typed,
    base,
    checked,
    clash,
    isGone,
    isBusy,
    isTried,
    refused,
    isDirty: JSON.stringify(typed) !== JSON.stringify(start) || (isGone && !isBusy),
    change: (patch: Partial<TypedFunction>): void => setTyped((before) => ({ ...before, ...patch })),
    fields,
    /** Returns true when the function is sent. */
    submit: (): boolean => {
      tryAll()
      setRefused(null)
      if (checked.of === null) return false
      if (!sending.current) void send(checked.of)
      return true
    },
    /** Continues from the function that somebody else saved, with the chosen values of both. */
    goOn: (values: KindOfFunction, now: KindOfFunction): void => {
      setBase(now)
      setStart(typedOf(now))
      setTyped(typedOf(values))
      setClash(null)
      setRefused(null)
    },
  }
}
