import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { attendedSignal } from '../waiting/attended.ts'
import { errorCode } from '../error-code.ts'
import { isPrivateAddress } from './private-address.ts'

/**
 * The outcome of a post to an external address. `detail` is shown to the person who entered it: it contains no address
 * of ours.
 */
export type PostOutcome =
  | Readonly<{ kind: 'answered'; status: number; body: string }>
  | Readonly<{ kind: 'private-address' | 'unreachable' | 'no-answer'; detail: string }>

export type Post = Readonly<{
  url: string
  body: string
  headers: Readonly<Record<string, string>>
  /** Whether addresses of this machine and of private networks are allowed. */
  allowPrivate: boolean
  /** Timeout for the whole post: resolving, connecting, the answer. */
  timeoutMs?: number
  /** Resolves a name; by default the system's resolver. */
  resolve?: (host: string) => Promise<readonly string[]>
}>

const patienceMs = 10_000
/** The rest of an answer is not read. */
const maxRead = 16_384

const bySystem = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

const hostOf = ({ hostname }: URL): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

/**
 * Posts to an address that a person entered. The name is resolved once, every address of it is checked, and the
 * connection is opened to the first of them: a name that resolves differently the next time is not resolved again.
 * Redirects are not followed.
 */
export async function guardedPost(post: Post): Promise<PostOutcome> {
  const { url: text, allowPrivate, timeoutMs = patienceMs, resolve = bySystem } = post
  const url = new URL(text)
  const host = hostOf(url)
  const late = attendedSignal(timeoutMs)
  try {
    const addresses = isIP(host) > 0 ? [host] : await orLate(resolve(host), late)
    const [address] = addresses
    if (address === undefined) return { kind: 'unreachable', detail: host }
    // Naming the address would tell a tenant about the network of the installation.
    if (!allowPrivate && addresses.some(isPrivateAddress)) return { kind: 'private-address', detail: '' }
    return await send(url, post, address, late)
  } catch (error) {
    if (late.aborted) return { kind: 'no-answer', detail: `${timeoutMs} ms` }
    // The words of an error may contain the address that was tried.
    return { kind: 'unreachable', detail: errorCode(error) ?? '' }
  }
}

function orLate<T>(work: Promise<T>, late: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(new Error('too late')), { once: true })
    work.then(resolve, reject)
  })
}

function send(url: URL, { body, headers }: Post, address: string, signal: AbortSignal): Promise<PostOutcome> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length },
        signal,
        // A separate connection, to the checked address; Host and SNI carry the name.
        agent: false,
        lookup: (_host, options, callback) => {
          const family = isIP(address)
          if (options.all === true) callback(null, [{ address, family }])
          else callback(null, address, family)
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        let read = 0
        const answer = () => {
          const text = Buffer.concat(chunks).subarray(0, maxRead).toString('utf8')
          resolve({ kind: 'answered', status: response.statusCode ?? 0, body: text })
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          read += chunk.length
          if (read < maxRead) return
          answer()
          request.destroy()
        })
        response.once('end', answer)
        response.once('error', reject)
      },
    )
    request.once('error', reject)
    request.end(bytes)
  })
}
