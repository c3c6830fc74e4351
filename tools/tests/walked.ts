import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '../../contract/src/catalogue.ts'
import { readTree } from '../check/source-tree.ts'
import type { SourceFile } from '../check/source-tree.ts'
import { currentCommit } from './changed.ts'
import { reachOf } from './reach.ts'

/**
 * What a run walks: domains of calls (the loops over all calls), screens (chinese.spec.ts) and states for axe (the files
 * of e2e/accessibility). Each that changed, or reads what changed, since a whole run was noted, and of the others every
 * third by turns, so that each is walked within a few commits.
 */

/** Of what did not change, one of this many is walked in a run. */
const turns = 3
const kinds = ['calls', 'screens', 'axe'] as const
type Kind = (typeof kinds)[number]

/** By name, a hash of everything that it leads to. */
type Hashes = Readonly<Record<string, string>>
export type WalkedHashes = Readonly<Record<Kind, Hashes>>

export type Choice = Readonly<{
  changed: readonly string[]
  /** Did not change, and are walked by turns. */
  byTurns: readonly string[]
  left: readonly string[]
}>

/** No code, but everything depends on them. */
const besides = ['package-lock.json', 'console/index.html']

/** How every screen looks, and how it is tried. */
const isBasisOfScreens = ({ path }: SourceFile) =>
  /^console\/(src\/.*\.css|[^/]*\.ts|index\.html)$/.test(path) ||
  /^e2e\/(support\/|chinese\.spec\.ts)/.test(path) ||
  /^server\/(migrations\/|src\/.*\.seed\.ts)/.test(path)

/** Hashes of these sources, each with what all of its kind stand on. */
export function walkedHashes(sources: readonly SourceFile[]): WalkedHashes {
  const reach = reachOf(sources)
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const hashOf = (paths: readonly string[]) => {
    const hash = createHash('sha256')
    for (const path of new Set([...besides, ...paths])) hash.update(`${path}\0${texts.get(path) ?? ''}\0`)
    return hash.digest('hex').slice(0, 16)
  }
  const hashesOf = (files: ReadonlyMap<string, readonly string[]>, basis: readonly string[]): Hashes => {
    const hashes = [...files].map(([name, paths]): [string, string] => [name, hashOf([...basis, ...paths])])
    return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  const looks = sources.filter(isBasisOfScreens).map(({ path }) => path)
  return {
    calls: hashesOf(reach.filesByDomain(), reach.basisOfLoops()),
    screens: hashesOf(reach.filesByScreen(), looks),
    axe: hashesOf(reach.filesByTest('e2e/accessibility/'), looks),
  }
}

/** `turn`: the same number makes the same choice. */
export function choose(now: Hashes, noted: Hashes, turn: number): Choice {
  const names = Object.keys(now).toSorted()
  const changed = names.filter((name) => now[name] !== noted[name])
  const same = names.filter((name) => now[name] === noted[name])
  const isInTurn = (index: number) => index % turns === turn % turns
  return {
    changed,
    byTurns: same.filter((_, index) => isInTurn(index)),
    left: same.filter((_, index) => !isInTurn(index)),
  }
}

const root = join(import.meta.dirname, '../..')
const notedFile = join(import.meta.dirname, 'walked.json')

async function present(): Promise<WalkedHashes> {
  const others = besides.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const hashes = walkedHashes([...(await readTree(root)), ...others])
  const unknown = allEndpoints.find(({ domain }) => !(domain in hashes.calls))
  // A domain that is in no hash would never be walked.
  if (unknown !== undefined) throw new Error(`No endpoints file declares the calls of ${unknown.domain} (reach.ts)`)
  return hashes
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** As it was when a run that walked everything was noted. */
function readNoted(): WalkedHashes {
  const parsed = objectOf(JSON.parse(readFileSync(notedFile, 'utf8')))
  const hashesOf = (kind: Kind): Hashes =>
    Object.fromEntries(Object.entries(objectOf(parsed[kind])).map(([name, hash]) => [name, String(hash)]))
  return { calls: hashesOf('calls'), screens: hashesOf('screens'), axe: hashesOf('axe') }
}

/** What to walk in this run. The commit gives the turn, so that a run can be repeated; without one all is walked. */
export async function chooseWalks(): Promise<Readonly<Record<Kind, Choice>>> {
  const [now, noted, commit] = [await present(), readNoted(), currentCommit(root)]
  const of = (kind: Kind) =>
    choose(now[kind], commit === undefined ? {} : noted[kind], Number.parseInt(commit?.slice(0, 8) ?? '0', 16))
  return { calls: of('calls'), screens: of('screens'), axe: of('axe') }
}

/** The text of the file that notes the present state, and its path. */
export async function walkedNote(): Promise<Readonly<{ path: string; text: string }>> {
  return { path: notedFile, text: `${JSON.stringify(await present(), null, 2)}\n` }
}
