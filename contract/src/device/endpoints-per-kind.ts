import type { endpoints } from '../endpoint.ts'
import type { DeviceKind } from '../product/product.model.ts'

/** Differences between the calls of the kinds: path prefix, operation codes and wording. */
export type KindOfCalls = Readonly<{
  kind: DeviceKind
  path: string
  /** The English word with an article, its plural, and its plural at the beginning of a sentence. */
  one: string
  many: string
  title: string
  zh: string
}>

const kinds: Readonly<Record<DeviceKind, KindOfCalls>> = {
  oven: { kind: 'oven', path: '/web/device', one: 'an oven', many: 'ovens', title: 'Ovens', zh: '烤箱设备' },
  cooler: {
    kind: 'cooler',
    path: '/web/device/cooler',
    one: 'a refrigeration device',
    many: 'refrigeration devices',
    title: 'Refrigeration devices',
    zh: '制冷设备',
  },
}

type Drafts = Parameters<typeof endpoints>[1]
type Calls<D extends string, T> = { readonly [N in keyof T]: T[N] & { domain: D; name: string } }

/**
 * Ovens and coolers have the same calls, so each call is written once, as a function of its kind, and is reached as
 * `calls.oven.list` or `calls[kind].list`. An id of the other kind is answered as unknown.
 */
export function endpointsPerKind<const D extends string, const T extends Drafts>(
  domain: D,
  callsOf: (kind: KindOfCalls) => T,
): Readonly<Record<DeviceKind, Calls<D, T>>> {
  const named = (kind: DeviceKind): Calls<D, T> => {
    const calls = Object.entries(callsOf(kinds[kind])).map(([name, draft]) => [
      name,
      { ...draft, domain, name: `${kind}.${name}` },
    ])
    // oxlint-disable-next-line typescript/consistent-type-assertions -- each entry is the table's own, with its two names added
    return Object.fromEntries(calls) as Calls<D, T>
  }
  return { oven: named('oven'), cooler: named('cooler') }
}
