import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { refuse } from '../refusal.ts'
import type { Caller } from './context.ts'

type Declares<C extends string> = Pick<Endpoint, 'domain' | 'name'> & Readonly<{ also: Readonly<Record<C, unknown>> }>

/**
 * If a call does what another operation code guards, its endpoint declares that code (`also`), and the use case calls
 * this function as soon as the input is known to do it (0126). The refusal names the code.
 */
export function requireAlso<C extends string>(
  { operationCodes }: Pick<Caller, 'operationCodes'>,
  _endpoint: Declares<C>,
  code: C,
): void {
  if (!operationCodes.has(code)) refuse('role.alsoNeeds', { code })
}
