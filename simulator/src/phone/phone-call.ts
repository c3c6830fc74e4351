import type { Endpoint, JsonReply } from '@brigade/contract/endpoint.ts'
import { RefusalData } from '@brigade/contract/refusal.model.ts'
import { z } from 'zod'

/** Data of a phone that it sends with each call. */
export type Phone = Readonly<{
  apiUrl: string
  app: string
  locale: string
  token?: string | undefined
  /** Receives the status of each answer; 0 without an answer. */
  onStatus?: ((status: number) => void) | undefined
}>

/** `status` 0: no server answered. `retryAfterMs`: of a refusal that names a time for a retry. */
export type Answered<R> = Readonly<
  { ok: true; data: R } | { ok: false; status: number; key: string | undefined; retryAfterMs: number | undefined }
>

type CallOf<R> = Pick<Endpoint, 'method' | 'path'> & Readonly<{ reply: JsonReply<z.ZodType<R>> }>

const patienceMs = 15_000
const noAnswer = { ok: false, status: 0, key: undefined, retryAfterMs: undefined } as const

/** One call of the phone app over HTTP, as an app on a phone makes it. */
export async function callPhone<R>(
  { apiUrl, app, locale, token, onStatus }: Phone,
  { method, path, reply }: CallOf<R>,
  input: object = {},
): Promise<Answered<R>> {
  const url = new URL(path, apiUrl)
  if (method === 'GET')
    for (const [name, value] of Object.entries<unknown>({ ...input })) url.searchParams.set(name, String(value))
  const headers = {
    'x-app': app,
    'accept-language': locale,
    ...(token === undefined ? {} : { authorization: token }),
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  }
  const body = method === 'POST' ? { body: JSON.stringify(input) } : {}
  let status = 0
  try {
    const response = await fetch(url, { method, headers, ...body, signal: AbortSignal.timeout(patienceMs) })
    status = response.status
    const { data } = z.object({ data: z.unknown() }).parse(await response.json())
    if (response.ok) return { ok: true, data: reply.schema.parse(data) }
    const { key, retryAfterSeconds } = RefusalData.partial().parse(data ?? {})
    const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000
    return { ok: false, status: response.status, key, retryAfterMs }
  } catch {
    return noAnswer
  } finally {
    onStatus?.(status)
  }
}
