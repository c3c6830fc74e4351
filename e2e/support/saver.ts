import { setTimeout as wait } from 'node:timers/promises'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { z } from 'zod'

/** A person who saves a form again and again, each time a customer of another name. */
export type Saver = Readonly<{
  /** Names that the server confirmed as saved. */
  acknowledged: readonly string[]
  /** Refused saves by their answer: `503 Operation failed`. Calls without an answer are not counted. */
  refusals: ReadonlyMap<string, number>
  stop: () => Promise<void>
}>

const Envelope = z.object({ success: z.boolean(), msg: z.string() })
/** Well below the calls a minute that one address may make. */
const pauseMs = 60
const patienceMs = 20_000

export function keepSaving(url: string, token: string, prefix: string): Saver {
  const acknowledged: string[] = []
  const refusals = new Map<string, number>()
  const state = { isStopped: false, last: 0 }

  async function save() {
    const name = `${prefix} ${(state.last += 1)}`
    const response = await fetch(url + customerApi.add.path, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ name, note: 'x'.repeat(100) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const { success, msg } = Envelope.parse(await response.json())
    if (success) acknowledged.push(name)
    else refusals.set(`${response.status} ${msg}`, (refusals.get(`${response.status} ${msg}`) ?? 0) + 1)
  }

  async function run() {
    while (!state.isStopped) {
      try {
        await save()
      } catch {
        // Without an answer it may have been saved or not.
      }
      await wait(pauseMs)
    }
  }
  const running = [run(), run()]
  return {
    acknowledged,
    refusals,
    stop: async () => {
      state.isStopped = true
      await Promise.all(running)
    },
  }
}
