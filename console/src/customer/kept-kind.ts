import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { createContext, use, useCallback } from 'react'
import { useCan } from '../platform/can.ts'

/** Whether a screen is about customers, distributors or agents. */
export const KeptKindContext = createContext<KeptKind>('customer')
export const useKeptKind = (): KeptKind => use(KeptKindContext)

/** The calls of that kind. */
export const useKindCalls = () => organisationCalls[useKeptKind()]

/** Whether the account holds a code over that kind. */
export function useCanOfKind(): (verb: string) => boolean {
  const can = useCan()
  const kind = useKeptKind()
  return useCallback((verb) => can(`${kind}:${verb}`), [can, kind])
}
