import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { TemplateContents, TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept } from '../../platform/kept-work.ts'
import { ask } from '../../platform/query.ts'
import type { TemplateState, TemplateWork } from './template-work.ts'

/** The server's version of the template. Everything that is written to the product makes it stale. */
export function useTemplateState<K extends TemplateKind>(work: TemplateWork<K>, productId: string) {
  return useQuery({
    queryKey: ['product', 'template', work.kind, productId],
    queryFn: ({ signal }) => work.load(productId, signal),
    meta: { quiet: true },
  })
}

/** The published thing model; null if none is published yet. */
export function usePublishedModel(productId: string): {
  model: ThingModel | null | undefined
  error: CallError | null
} {
  const { data, error } = useQuery(ask(thingModelApi.published, { productId }, { quiet: true }))
  if (error?.status === 404) return { model: null, error: null }
  return { model: data?.model, error: data === undefined ? error : null }
}

/** A conflict: the refusal, and the state that somebody else has saved, beside the common base. */
export type TemplateClashed<T> = { by: CallError; now: TemplateState<T> }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
export const contentOf = <T>(state: TemplateState<T>): T | null => state.draft ?? state.published

/** Manages unsaved input with the state that it is based on: saving, publishing, and continuing after a save by somebody else. */
export function useTemplateDraft<K extends TemplateKind>(
  work: TemplateWork<K>,
  productId: string,
  state: TemplateState<TemplateContents[K]>,
) {
  type T = TemplateContents[K]
  const client = useQueryClient()
  const [base, setBase] = useKept(`template ${work.kind} base`, state)
  const [typed, setTyped] = useKept<T | null>(`template ${work.kind}`, contentOf(state))
  const [clash, setClash] = useState<TemplateClashed<T> | null>(null)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [busy, setBusy] = useState<'save' | 'publish' | null>(null)
  const isDirty = !same(typed, contentOf(base))

  // A new state from the server is taken over at once if nothing is unsaved; otherwise it waits for the save, which reports the conflict.
  if (state !== base && !isDirty && busy === null) {
    setBase(state)
    setTyped(contentOf(state))
  }
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: ['product'] })

  const meet = async (error: unknown): Promise<void> => {
    if (!(error instanceof CallError)) return setRefused(String(error))
    if (error.key === 'product.changedMeanwhile') return setClash({ by: error, now: await work.load(productId) })
    setRefused(error)
    // The refusal may come from a change that is not loaded yet, such as a removed function.
    if (error.status === 409) await reload()
  }
  /** The saved state, or null if it was not saved. */
  const store = async (content: T): Promise<string | null> => {
    const { updatedAt } = await work.save({ productId, content, updatedAt: base.updatedAt })
    setBase({ ...base, draft: content, updatedAt })
    setTyped((now) => (same(now, content) ? content : now))
    return updatedAt
  }
  const during = async (what: 'save' | 'publish', act: () => Promise<void>): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(what)
    setRefused(null)
    try {
      await act()
      await reload()
      return true
    } catch (error) {
      await meet(error)
      return false
    } finally {
      setBusy(null)
    }
  }
  return {
    base,
    typed,
    setTyped,
    isDirty,
    clash,
    refused,
    busy,
    setRefused,
    save: (content: T): Promise<boolean> => during('save', async () => void (await store(content))),
    /** Saves unsaved changes first. */
    publish: (content: T): Promise<boolean> =>
      during('publish', async () => {
        const updatedAt = isDirty || base.updatedAt === null ? await store(content) : base.updatedAt
        if (updatedAt !== null) await work.publish({ productId, updatedAt })
      }),
    /** Continues from the state that somebody else saved, with this content. */
    goOn: (now: TemplateState<T>, content: T | null): void => {
      setBase(now)
      setTyped(content)
      setClash(null)
      setRefused(null)
    },
  }
}
