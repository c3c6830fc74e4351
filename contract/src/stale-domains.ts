import type { Endpoint } from './endpoint.ts'

/** Domains that show the same devices, and those that show the same organisations. A write in one of them makes the reads of all of them stale. */
const families: readonly (readonly string[])[] = [
  ['device', 'telemetry', 'command', 'cold-chain'],
  ['customer', 'distributor', 'agent'],
]

const familyOf = (domain: string): readonly string[] => families.find((family) => family.includes(domain)) ?? [domain]

/** The domains with reads that are stale after a write: that of the call, those it names, and the families of all of these. */
export const staleDomains = ({ domain, alsoStale = [] }: Pick<Endpoint, 'domain' | 'alsoStale'>): readonly string[] => [
  ...new Set([domain, ...alsoStale].flatMap(familyOf)),
]
