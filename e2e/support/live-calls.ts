import type { Page } from 'playwright-core'
import { LiveAsk, LiveSaid } from '@brigade/contract/live-socket.ts'
import { until } from '@brigade/server/testing/until.ts'

/** Observes the WebSockets of a page, so that tests can wait for its live calls. */
type Heard = { open: number; /** Addresses of live calls, each as often as it has begun. */ begun: string[] }

const heard = new WeakMap<Page, Heard>()

/** Listens from the beginning: a socket is open before a test can ask for it. */
export function hearLiveCalls(page: Page): void {
  const own: Heard = { open: 0, begun: [] }
  heard.set(page, own)
  page.on('websocket', (socket) => {
    const asked = new Map<number, string>()
    own.open += 1
    socket.on('close', () => (own.open -= 1))
    socket.on('framesent', ({ payload }) => {
      const ask = LiveAsk.safeParse(JSON.parse(String(payload))).data
      if (ask !== undefined && 'subscribe' in ask) asked.set(ask.subscribe, ask.to)
    })
    socket.on('framereceived', ({ payload }) => {
      const said = LiveSaid.safeParse(JSON.parse(String(payload))).data
      if (said === undefined || !('event' in said)) return
      const address = asked.get(said.id)
      // The first event marks its beginning.
      asked.delete(said.id)
      if (address !== undefined) own.begun.push(address)
    })
  })
}

const of = (page: Page): Heard => heard.get(page) ?? { open: 0, begun: [] }

/** How many live calls whose address contains this part have begun. */
export const liveCount = (page: Page, part: string): number =>
  of(page).begun.filter((address) => address.includes(part)).length

/** Waits until this many live calls whose address contains this part have begun. */
export async function liveBegun(page: Page, part: string, times = 1): Promise<void> {
  await until(`${part} to begin`, () => liveCount(page, part) >= times)
}

/** Waits until the page has no WebSocket open. */
export async function liveLeft(page: Page): Promise<void> {
  await until('the socket to end', () => of(page).open === 0)
}
