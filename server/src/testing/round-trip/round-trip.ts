import assert from 'node:assert/strict'
import type { Endpoint } from '@brigade/contract/endpoint.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { JobStarted, tableMediaTypes, type JobDetail } from '@brigade/contract/job/job.model.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../platform/excel/read-table.ts'
import { addressOf, type TestApp } from '../start-app.ts'
import { until } from '../until.ts'

/** Lists that can be exported as files and imported again. */

/** A text with at most this many characters; each call returns other words. */
export type Wording = (max: number) => string

/** The sender of the calls, and the app that receives them. `put` tells whether a form accepts a planted text. */
export type Sender = Readonly<{
  app: TestApp
  token: string
  put: (answer: Promise<{ status: number; envelope: unknown }>) => Promise<boolean>
}>

/** Why a file, or a row of it, is refused: with the column or the place in the document. */
export type Outcome = Readonly<{ refused: readonly Readonly<{ at: string; why: string }>[]; changed: number }>

export type Planted = Readonly<{
  /** Exports the list as a file, and as its content without the parts that change with time. */
  export: (format: string) => Promise<Buffer>
  contentOf: (bytes: Buffer) => Promise<readonly string[]>
  /** Checks first if possible, then imports. */
  import: (bytes: Buffer, format: string) => Promise<Outcome>
}>

export type RoundTrip = Readonly<{
  name: string
  takenBy: Endpoint
  formats: readonly string[]
  /** The length of its longest name; 0 if people name nothing in it. */
  longest: number
  plant: (sender: Sender, wordings: readonly Wording[]) => Promise<Planted>
}>

export const tableFormats = ['xlsx', 'csv'] as const

export async function fileAt({ app, token }: Sender, endpoint: Endpoint, input: object): Promise<Buffer> {
  const response = await fetch(addressOf(app.url, endpoint, input), {
    headers: { authorization: token, 'accept-language': 'zh' },
  })
  assert.equal(response.status, 200, `${endpoint.path} ${response.status}`)
  // A spreadsheet reads a CSV without a charset in that of its country.
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/csv')) assert.equal(type, tableMediaTypes.csv)
  return Buffer.from(await response.arrayBuffer())
}

export const ended = ({ app, token }: Sender, id: string): Promise<JobDetail> =>
  until(`job ${id} to end`, async () => {
    const job = (await app.ask(jobApi.detail, { id }, { token, language: 'en' })).envelope.data
    return job.finishedAt === null ? undefined : job
  })

export async function uploaded<R extends z.ZodType>(
  { app, token }: Sender,
  endpoint: Endpoint,
  {
    bytes,
    format,
    fields = {},
  }: Readonly<{ bytes: Buffer; format: string; fields?: Readonly<Record<string, string>> }>,
  reply: R,
): Promise<z.output<R>> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new Blob([Uint8Array.from(bytes)]), `names.${format}`)
  const sent = { method: 'POST', headers: { authorization: token, 'accept-language': 'en' }, body: form }
  const response = await fetch(app.url + endpoint.path, sent)
  const answer: unknown = await response.json()
  assert.equal(response.status, 200, JSON.stringify(answer))
  return reply.parse(z.object({ data: z.unknown() }).parse(answer).data)
}

export async function tableRows(bytes: Buffer): Promise<string[]> {
  const rows: string[] = []
  for await (const { cells } of readTable(bytes, { maxBytes: bytes.length, maxRows: 10_000 }))
    rows.push(JSON.stringify(cells))
  return rows
}

const refusedRows = ({ errors }: JobDetail): Outcome['refused'] =>
  errors.map(({ row, column, message }) => ({ at: column === '' ? '' : `${row} ${column}`, why: message }))

/** An import in two steps: a check, and the file again by the check's job. */
export async function checkedImport(
  sender: Sender,
  { check, fields }: Readonly<{ check: Endpoint; fields?: Readonly<Record<string, string>> }>,
  take: (checkedJobId: string) => Promise<{ envelope: { data: unknown } }>,
  { bytes, format }: Readonly<{ bytes: Buffer; format: string }>,
): Promise<Outcome> {
  const given = { bytes, format, ...(fields === undefined ? {} : { fields }) }
  const dry = await ended(sender, (await uploaded(sender, check, given, JobStarted)).jobId)
  assert.equal(dry.status, 'succeeded', dry.error)
  const { envelope } = await take(dry.id)
  const job = await ended(sender, JobStarted.parse(envelope.data).jobId)
  assert.deepEqual([job.status, job.failed, job.errors], ['succeeded', dry.failed, dry.errors])
  return { refused: refusedRows(job), changed: (job.counts?.['added'] ?? 0) + (job.counts?.['erased'] ?? 0) }
}

/**
 * Tables that every call or job writes, whatever it concerns; lists of devices, which are stored when they are read;
 * and sums and figures, which a worker counts.
 */
const ofTheWork =
  /^(job|job_.*|operation_.*|chain_.*|session|sign_in_brake|file|upgrade_list.*|device_total.*|statistic_.*)$/
/** When somebody last saved a row, how a document of a thing model was spelled, and a sum. */
const notCompared = ['updated_at', 'written', 'devices']

const Row = z.object({ table: z.string(), rows: z.array(z.string()) })

/** Every row that is stored of the product's subjects, by its table. */
export async function storedRows({ app }: Sender): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(app.db)
  const stored = new Map<string, readonly string[]>()
  for (const { name } of tables.filter((each) => !ofTheWork.test(each.name))) {
    const { rows } = await sql`
      select ${name}::text as table, coalesce(array_agg(text order by text), '{}') as rows
      from (select (to_jsonb(t) - ${notCompared}::text[])::text as text from ${sql.table(name)} t) of_table`.execute(
      app.db,
    )
    stored.set(name, Row.parse(rows[0]).rows)
  }
  return stored
}
