import type { PeerName } from './peer-table.ts'
import type { Identifier, PeerReport } from './report-set.ts'

/** Minimum, maximum and mean of the values from `at` until the next bucket begins. */
export type Bucket = Readonly<{ at: number; min: number; max: number; mean: number }>
export type DeviceBuckets = Readonly<{ device: number; buckets: readonly Bucket[] }>

/** Buckets of one property over all days of the set. */
export type Question = Readonly<{ devices: readonly number[]; identifier: Identifier; widthMs: number }>

/** Requests that are sent over HTTP one after the other, and the reader of their answers. */
export type Asking = Readonly<{
  urls: readonly string[]
  headers: Readonly<Record<string, string>>
  read: (answers: readonly unknown[]) => DeviceBuckets[]
}>

/** A database of time series beside us. */
export type SeriesPeer = AsyncDisposable &
  Readonly<{
    name: PeerName
    version: string
    write: (reports: readonly PeerReport[]) => Promise<void>
    /** Brings written data into the form that it has after a quiet day. */
    settle: () => Promise<void>
    /** Processor time of all its processes since it was started. */
    processorMs: () => number
    bytes: () => number
    /** Stops the database and starts it again with none of its files cached. */
    restart: () => Promise<void>
    asking: (question: Question) => Asking
    /** The same with one query for each figure, if the peer supports both. */
    askingApart?: (question: Question) => Asking
  }>

/** Returns the milliseconds until the last answer is read and parsed. */
export async function ask({ urls, headers, read }: Asking): Promise<{ took: number; series: DeviceBuckets[] }> {
  const answers: unknown[] = []
  const from = performance.now()
  for (const url of urls) {
    const response = await fetch(url, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
    answers.push(JSON.parse(text))
  }
  return { took: performance.now() - from, series: read(answers) }
}

/** Sends a body and waits until it is accepted. */
export async function send(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
}
