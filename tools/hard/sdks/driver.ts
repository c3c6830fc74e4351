import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { until } from '@brigade/server/testing/until.ts'
import { z } from 'zod'

/**
 * A program that drives an SDK by its own functions. It reads lines of JSON, `{"id":1,"do":"post",…}`, and writes
 * `{"id":1,"ok":…}`, `{"id":1,"error":"…"}`, or `{"id":1,"none":true}` if its SDK has no such function. It reports what
 * arrives by itself as `{"heard":"message","topic":…,"payload":…}`, `{"heard":"shadow","message":…}`,
 * `{"heard":"offer","offer":…}` and `{"heard":"connect"}`. To add a program for another SDK, in any language, name its
 * folder in `SDK_PROGRAMS` (docs/operations.md).
 */

const Line = z.union([
  z.object({ id: z.number(), ok: z.json() }),
  z.object({ id: z.number(), error: z.string() }),
  z.object({ id: z.number(), none: z.literal(true) }),
  z.looseObject({ heard: z.string() }),
])
export type Heard = Readonly<{ heard: string } & Record<string, unknown>>

/** The SDK has no function for it. */
export class NoFunction extends Error {}

export type Driver = Readonly<{
  /** Throws the driver's error, or `NoFunction` if its SDK has no such function. */
  ask: (verb: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** Returns the next message of this kind that `is` accepts, including earlier ones that nobody has taken. */
  hear: (kind: string, is?: (heard: Heard) => boolean) => Promise<Heard>
  /** Drops messages that nobody took. */
  forget: () => void
  stop: () => Promise<void>
}>

const answerMs = 20_000

type Answer = Readonly<{ resolve: (value: unknown) => void; reject: (error: Error) => void }>

export function startDriver(
  folder: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Driver {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let heard: Heard[] = []
  let said = ''
  let lastId = 0
  const open = new Map<number, Answer>()
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('error', (error) => (said = error.message))
  // The next request reports a program that has ended.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (data) => (said = (said + String(data)).slice(-2000)))
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = lineOf(text)
    if (line === undefined) return
    if ('heard' in line) heard = [...heard.slice(-500), line]
    else settle(open, line)
  })
  void ended.then(() => {
    for (const { reject } of open.values()) reject(new Error(`it ended: ${said.trim().split('\n').at(-1) ?? ''}`))
  })
  return {
    ask: (verb, params = {}) =>
      new Promise((resolve, reject) => {
        const id = (lastId += 1)
        const timer = setTimeout(() => reject(new Error(`no answer to ${verb} within ${answerMs / 1000} s`)), answerMs)
        const over =
          <T>(act: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer)
            open.delete(id)
            act(value)
          }
        open.set(id, { resolve: over(resolve), reject: over(reject) })
        child.stdin.write(`${JSON.stringify({ id, do: verb, ...params })}\n`)
      }),
    hear: (kind, is = () => true) =>
      until(`the SDK to hear: ${kind}`, () => {
        const found = heard.find((one) => one.heard === kind && is(one))
        heard = heard.filter((one) => one !== found)
        return found
      }),
    forget: () => {
      heard = []
    },
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Output that an SDK prints by itself is ignored. */
function lineOf(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

function settle(open: ReadonlyMap<number, Answer>, line: Exclude<z.output<typeof Line>, Heard>): void {
  const answer = open.get(line.id)
  if ('error' in line) answer?.reject(new Error(line.error))
  else if ('none' in line) answer?.reject(new NoFunction('no function'))
  else answer?.resolve(line.ok)
}
