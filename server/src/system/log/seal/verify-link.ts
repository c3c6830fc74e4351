import { leafOf, noBody, oldLeafOf } from '../../../platform/chain/chain.ts'
import type { StoredLink } from './links.store.ts'

/** The faults, by the names that the screen and the command use. */
export type Fault =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'body-changed'
  | 'body-removed'
  | 'readers-changed'
  | 'unlined'
  | 'link-changed'
  | 'day-changed'
  | 'truncated'
  | 'older-backup'
  | 'checkpoint-differs'
  | 'checkpoint-changed'
  | 'checkpoint-forged'
  | 'removed-too-early'

/** `isDropped`: retention has dropped a part of it, which is not a fault. */
export type LinkFound = Readonly<{ fault?: Fault; isDropped: boolean }>

export const monthOf = (at: string) => at.slice(0, 7)
export const dayOf = (at: string) => at.slice(0, 10)

const held: LinkFound = { isDropped: false }
const dropped: LinkFound = { isDropped: true }
const broken = (fault: Fault): LinkFound => ({ fault, isDropped: false })

/** Compares what the tables have of a line with its seal. `keptMonth`: retention may have dropped any month before it. */
export function checkLink(link: StoredLink, keptMonth: string): LinkFound {
  const { entry } = link
  const isOld = monthOf(link.loggedAt) < keptMonth
  if (entry === null) return isOld ? dropped : broken('removed')
  if (entry.bodyHash !== null && !entry.bodyHash.equals(link.sealedBodyHash)) return broken('body-changed')
  const leaf = link.format === 1 ? checkOldLeaf(link, keptMonth) : checkLeaf(link, keptMonth)
  if (leaf.fault !== undefined) return leaf
  // Tables of a month are dropped one after the other.
  if (!entry.hasReaders && !isOld) return broken('readers-changed')
  const isBodyMissing = entry.bodyHash === null && !link.sealedBodyHash.equals(noBody) && !entry.isErased
  if (isBodyMissing && !isOld) return broken('body-removed')
  return !entry.hasReaders || isBodyMissing ? dropped : leaf
}

function checkLeaf(link: StoredLink, keptMonth: string): LinkFound {
  const { entry, sealedChanges, sealedText, readers, sealedBodyHash } = link
  const sealed = sealedChanges ?? ''
  const canonical = entry?.canonical ?? ''
  const leaf = leafOf({ canonical, sealedAt: sealedText, changes: sealed, readers, bodyHash: sealedBodyHash })
  return leaf.equals(link.leaf) ? compareChanges(sealed, entry?.changes ?? '', keptMonth) : broken('changed')
}

/** `202611:3:hash;202612:…` as sealed, and as the tables have it now: a month is there as it was, or as a whole dropped. */
function compareChanges(sealed: string, present: string, keptMonth: string): LinkFound {
  if (sealed === present) return held
  const monthsOf = (text: string) => text.split(';').filter((part) => part !== '')
  const [there, were] = [new Set(monthsOf(present)), monthsOf(sealed)]
  const gone = were.filter((part) => !there.has(part))
  const isNothingNew = were.length - gone.length === there.size
  const areOld = gone.every((part) => `${part.slice(0, 4)}-${part.slice(4, 6)}` < keptMonth)
  return isNothingNew && areOld ? dropped : broken('changed')
}

/** A line of the first format has one hash for all its changes: a line after the turn of a month may have lost some. */
function checkOldLeaf(link: StoredLink, keptMonth: string): LinkFound {
  const { entry, leaf, sealedChanges, sealedBodyHash: bodyHash } = link
  const canonical = entry?.canonical ?? ''
  const fits = (changes: string) => oldLeafOf({ canonical, changes, bodyHash }).equals(leaf)
  if (fits(entry?.changes ?? '')) return held
  const mayBeDropped = sealedChanges !== null && monthOf(link.loggedAt) <= keptMonth && fits(sealedChanges)
  return mayBeDropped ? dropped : broken('changed')
}
