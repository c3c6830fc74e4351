import type { ReplyOf } from '@brigade/contract/endpoint.ts'
import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useKept } from '../../platform/kept-work.ts'
import { makeStale } from '../../platform/query.ts'

export type PartsState = ReplyOf<typeof partsApi.detail>
/** A conflict: the refusal, and the state that somebody else has saved. */
export type PartsClashed = { by: CallError; now: PartsState }
/** A refusal, and the very list that was refused: its places are those of this list alone. */
type Refused = { by: CallError; of: readonly Part[] | null }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The own parts of an organisation; null if it has no list. */
export const ownParts = ({ updatedAt, parts }: PartsState): readonly Part[] | null =>
  updatedAt === null ? null : parts

/** Manages unsaved input with the state that it is based on: saving, and continuing after a save by somebody else. */
export function usePartsDraft(organisationId: string, state: PartsState) {
  const client = useQueryClient()
  const [base, setBase] = useKept(`parts base ${organisationId}`, state)
  const [typed, setTyped] = useKept<readonly Part[] | null>(`parts ${organisationId}`, ownParts(state))
  const [clash, setClash] = useState<PartsClashed | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isDirty = !same(typed, ownParts(base))

  // A new state from the server is taken over at once if nothing is unsaved; otherwise it waits for the save, which reports the conflict.
  if (state !== base && !isDirty && !isBusy && !same(state, base)) {
    setBase(state)
    setTyped(ownParts(state))
  }
  const meet = async (error: unknown, of: readonly Part[] | null): Promise<void> => {
    if (!(error instanceof CallError)) throw error
    if (error.key !== 'parts.changedMeanwhile') return setRefused({ by: error, of })
    setClash({ by: error, now: await call(partsApi.detail, { organisationId }, { quiet: true }) })
  }
  /** Whether it was saved. */
  const save = async (parts: readonly Part[] | null): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    setRefused(null)
    try {
      const body = { organisationId, parts: parts === null ? null : [...parts], updatedAt: base.updatedAt }
      const { updatedAt } = await call(partsApi.save, body, { quiet: true })
      const now =
        parts === null
          ? await call(partsApi.detail, { organisationId }, { quiet: true })
          : { ...base, parts: [...parts], updatedAt, inheritedFrom: null }
      setBase(now)
      setTyped((before) => (same(before, parts) || parts === null ? ownParts(now) : before))
      await makeStale(client, partsApi.save)
      return true
    } catch (error) {
      await meet(error, parts)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    base,
    typed,
    setTyped,
    isDirty,
    isBusy,
    clash,
    refused,
    save,
    discard: (): void => {
      setTyped(ownParts(base))
      setRefused(null)
    },
    /** Continues from the state that somebody else saved, with these parts. */
    goOn: (now: PartsState, parts: readonly Part[] | null): void => {
      setBase(now)
      setTyped(parts)
      setClash(null)
      setRefused(null)
    },
  }
}
