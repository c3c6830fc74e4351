import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { headOf, leafOf, oldLeafOf } from './chain.ts'
import { CheckpointFields, isSignedBy, type Checkpoint } from './checkpoint.ts'

const Hex = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .transform((text) => Buffer.from(text, 'hex'))
const Place = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform((text) => BigInt(text))
/** The readable columns beside the proof. The organisation's name and the words are those of the day of the export. */
const Shown = z.object({
  id: z.string(),
  loggedAt: z.string(),
  actor: z.object({ account: z.string() }),
  address: z.string(),
  module: z.string(),
  operation: z.string(),
  code: z.number(),
  success: z.boolean(),
  durationMs: z.number(),
  origin: z.string(),
})
/** The columns of a line in the form of its leaf. */
const Columns = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string().nullable(),
  z.string(),
  z.string().nullable(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.number(),
  z.number(),
  z.boolean(),
  z.string(),
])

const Entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    start: z.object({ n: Place, head: Hex.nullable() }).optional(),
    publicKey: z.string(),
  }),
  z.object({
    kind: z.literal('line'),
    n: Place,
    leaf: Hex,
    head: Hex,
    line: Shown,
    proof: z
      .object({
        /** Files of earlier versions do not contain it. */
        format: z.union([z.literal(1), z.literal(2)]).default(1),
        canonical: z.string(),
        sealedAt: z.string().default(''),
        readers: z.string().default(''),
        changes: z.array(z.string()).nullable(),
        changesHash: z.string(),
        sealedChanges: z.string().nullable().default(null),
        bodyHash: Hex,
        salt: Hex.nullable(),
        request: z.string().nullable(),
        response: z.string().nullable(),
      })
      .nullable(),
  }),
  z.object({ kind: z.literal('leaves'), n: Place, leaves: z.array(Hex) }),
  z.object({ kind: z.literal('end'), n: Place, checkpoint: CheckpointFields.nullable() }),
])

/**
 * The result of checking an exported file. `held`: it ends at a checkpoint that was given separately. `held-in-itself`:
 * it is consistent, but only the file itself proves that it is the same log. `broken`: `fault` gives the reason, at
 * line `n`.
 */
export type ExportCheck = Readonly<{
  outcome: 'held' | 'held-in-itself' | 'broken' | 'unchecked'
  lines: number
  fault: string | null
  n: bigint | null
}>

type Walk = { n: bigint; head: Buffer | null; lines: number; key: KeyObject | undefined; last: Checkpoint | null }

/** Checks an exported file without the database: each leaf from its source, and the heads up to a checkpoint. */
export async function verifyExport(
  lines: AsyncIterable<string>,
  given: readonly Checkpoint[] = [],
): Promise<ExportCheck> {
  const walk: Walk = { n: 0n, head: null, lines: 0, key: undefined, last: null }
  const outside = new Map(given.map((checkpoint) => [checkpoint.n, checkpoint]))
  let confirmed = false
  const broken = (fault: string, n: bigint): ExportCheck => ({ outcome: 'broken', lines: walk.lines, fault, n })
  const next = (leaf: Buffer): string | undefined => {
    walk.n += 1n
    if (walk.head !== null) walk.head = headOf(walk.head, walk.n, leaf)
    const checkpoint = outside.get(walk.n)
    if (checkpoint === undefined || walk.head === null) return undefined
    if (!checkpoint.head.equals(walk.head)) return 'checkpoint-differs'
    confirmed = true
    return undefined
  }
  for await (const text of lines) {
    if (text.trim() === '') continue
    const entry = Entry.parse(JSON.parse(text))
    if (entry.kind === 'head') {
      walk.key = createPublicKey(entry.publicKey)
      walk.n = entry.start?.n ?? 0n
      walk.head = entry.start?.head ?? null
    } else if (entry.kind === 'leaves') {
      if (entry.n !== walk.n + 1n) return broken('removed', walk.n + 1n)
      for (const leaf of entry.leaves) {
        const fault = next(leaf)
        if (fault !== undefined) return broken(fault, walk.n)
      }
    } else if (entry.kind === 'line') {
      if (entry.n !== walk.n + 1n) return broken('removed', walk.n + 1n)
      const fault = faultOf(entry) ?? next(entry.leaf)
      if (fault !== undefined) return broken(fault, entry.n)
      if (walk.head === null) walk.head = entry.head
      else if (!walk.head.equals(entry.head)) return broken('link-changed', entry.n)
      walk.lines += 1
    } else if (entry.checkpoint !== null) walk.last = entry.checkpoint
  }
  const { last, key, head, n } = walk
  if (last !== null && (key === undefined || !isSignedBy(key, last))) return broken('checkpoint-forged', last.n)
  if (last !== null && last.n !== n) return broken('truncated', n + 1n)
  if (last !== null && head !== null && !last.head.equals(head)) return broken('link-changed', n)
  if (walk.lines === 0) return { outcome: 'unchecked', lines: 0, fault: null, n: null }
  return { outcome: confirmed ? 'held' : 'held-in-itself', lines: walk.lines, fault: null, n: null }
}

type Line = Extract<z.output<typeof Entry>, { kind: 'line' }>

type Proof = NonNullable<Line['proof']>

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Computes the leaf of a line again from the content of the file and returns the first fault. */
function faultOf({ leaf, line, proof }: Line): string | undefined {
  if (proof === null) return undefined
  const { canonical, changesHash, bodyHash, salt, request, response, sealedAt, readers } = proof
  if (!hasItsChanges(proof)) return 'changed'
  if (!isShown(line, canonical)) return 'changed'
  // After an erasure only the hash remains.
  if (salt !== null && !sha256(salt, request ?? '', '\u001f', response ?? '').equals(bodyHash)) return 'body-changed'
  const made =
    proof.format === 1
      ? oldLeafOf({ canonical, changes: changesHash, bodyHash })
      : leafOf({ canonical, sealedAt, changes: proof.sealedChanges ?? '', readers, bodyHash })
  return made.equals(leaf) ? undefined : 'changed'
}

/** In the present format each change begins with its id and its time. */
const ChangeParts = z.tuple([z.string(), z.string()], z.unknown())

/** Whether the changes of the file are those that were sealed. Retention may have dropped months before the line's own. */
function hasItsChanges({ format, changes, changesHash, sealedChanges, canonical }: Proof): boolean {
  if (changes === null) return true
  if (format === 1) return sha256(changes.join('\u001e')).toString('hex') === changesHash
  const monthOf = (at: string) => at.slice(0, 7).replace('-', '')
  const months = Map.groupBy(changes, (change) => monthOf(ChangeParts.parse(JSON.parse(change))[1]))
  const present = new Set(
    [...months].map(([month, some]) => `${month}:${some.length}:${sha256(some.join('\u001e')).toString('hex')}`),
  )
  const sealed = (sealedChanges ?? '').split(';').filter((part) => part !== '')
  const gone = sealed.filter((part) => !present.has(part))
  const columns = Columns.safeParse(JSON.parse(canonical))
  const own = columns.success ? monthOf(columns.data[2]) : ''
  return (
    sealed.length - gone.length === present.size &&
    gone.every((part) => part.slice(0, 6) < own && !months.has(part.slice(0, 6)))
  )
}

/** Checks that the readable columns of a line equal the proved ones. */
function isShown(line: z.output<typeof Shown>, canonical: string): boolean {
  const parsed = Columns.safeParse(JSON.parse(canonical))
  if (!parsed.success) return false
  const [id, , at, , account, , address, module, operation, , , durationMs, code, success, origin] = parsed.data
  const proved = { id, account, address, module, operation, durationMs, code, success, origin }
  const { actor, loggedAt, ...shown } = line
  return (
    Object.entries(proved).every(([key, value]) => Reflect.get({ ...shown, account: actor.account }, key) === value) &&
    Date.parse(`${at.slice(0, 23)}Z`) === Date.parse(`${loggedAt.slice(0, 23).replace('Z', '')}Z`)
  )
}
