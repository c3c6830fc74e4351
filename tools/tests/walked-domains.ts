import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '../../contract/src/catalogue.ts'
import { readTree } from '../check/source-tree.ts'
import type { SourceFile } from '../check/source-tree.ts'
import { currentCommit } from './changed.ts'
import { reachOf } from './reach.ts'

/**
 * Which domains the loops over all calls walk in a run: those that changed, or read what changed, since a whole run was
 * noted, and of the others every third by turns, so that each is walked within a few commits.
 */

/** Of the domains that did not change, one of this many is walked in a run. */
const turns = 3

export type WalkedDomains = Readonly<{
  changed: readonly string[]
  /** Did not change, and are walked by turns. */
  byTurns: readonly string[]
  left: readonly string[]
}>

/** By domain, a hash of everything that its calls lead to. */
export type DomainHashes = Readonly<Record<string, string>>

/** Hashes of the domains of calls in these sources; each contains what all loops stand on. */
export function domainHashes(sources: readonly SourceFile[]): DomainHashes {
  const reach = reachOf(sources)
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const basis = reach.basisOfLoops()
  const hashOf = (paths: readonly string[]) => {
    const hash = createHash('sha256')
    for (const path of new Set([...basis, ...paths])) hash.update(`${path}\0${texts.get(path) ?? ''}\0`)
    return hash.digest('hex').slice(0, 16)
  }
  const hashes = [...reach.filesByDomain()].map(([domain, paths]): [string, string] => [domain, hashOf(paths)])
  return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** `turn`: the same number chooses the same domains. */
export function chooseDomains(now: DomainHashes, noted: DomainHashes, turn: number): WalkedDomains {
  const domains = Object.keys(now).toSorted()
  const changed = domains.filter((domain) => now[domain] !== noted[domain])
  const same = domains.filter((domain) => now[domain] === noted[domain])
  const isInTurn = (index: number) => index % turns === turn % turns
  return {
    changed,
    byTurns: same.filter((_, index) => isInTurn(index)),
    left: same.filter((_, index) => !isInTurn(index)),
  }
}

const notedFile = join(import.meta.dirname, 'walked.json')

/** The domains as they were when a run that walked all of them was noted. */
function readNoted(): DomainHashes {
  const parsed: unknown = JSON.parse(readFileSync(notedFile, 'utf8'))
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries<unknown>({ ...parsed }) : []
  return Object.fromEntries(entries.map(([domain, hash]) => [domain, String(hash)]))
}

/** The domains to walk in this run. The commit gives the turn, so that a run can be repeated; without one all are walked. */
export async function domainsOfRun(root: string): Promise<WalkedDomains> {
  const now = domainHashes(await readTree(root))
  const unknown = allEndpoints.find(({ domain }) => !(domain in now))
  // A domain that is in no hash would never be walked.
  if (unknown !== undefined) throw new Error(`No endpoints file declares the calls of ${unknown.domain} (reach.ts)`)
  const commit = currentCommit(root)
  if (commit === undefined) return { changed: Object.keys(now), byTurns: [], left: [] }
  return chooseDomains(now, readNoted(), Number.parseInt(commit.slice(0, 8), 16))
}

/** The text of the file that notes the present domains, and its path. */
export async function walkedNote(root: string): Promise<Readonly<{ path: string; text: string }>> {
  return { path: notedFile, text: `${JSON.stringify(domainHashes(await readTree(root)), null, 2)}\n` }
}
