import { random, type Chance } from '../../random.ts'

/** The outcome of an upgrade, with the share of upgrades that end so. */
const shares = {
  well: 0.84,
  /** Loses its connection in the middle, and resumes where it was. */
  interruption: 0.05,
  download: 0.02,
  verification: 0.015,
  flash: 0.01,
  device: 0.01,
  /** Restarts with its former firmware. */
  rollback: 0.015,
  /** Sends nothing any more. */
  silence: 0.01,
  /** Reports success without doing anything. */
  lie: 0.01,
  /** Stops in the middle without a report. */
  stall: 0.01,
  /** Ignores the offer. */
  unanswered: 0.01,
} as const
export type Fate = keyof typeof shares

const isFate = (text: string): text is Fate => text in shares
const fates: readonly Fate[] = Object.keys(shares).filter(isFate)
export const fateNames = fates.join(', ')
export const fateOf = (text: string): Fate | undefined => fates.find((fate) => fate === text)

export function drawFate(chance: Chance): Fate {
  let left = random(chance)
  for (const fate of fates) {
    left -= shares[fate]
    if (left < 0) return fate
  }
  return 'well'
}
