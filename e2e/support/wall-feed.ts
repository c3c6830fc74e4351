import { minuteMs } from '@brigade/contract/time.ts'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page } from 'playwright-core'
import { z } from 'zod'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { wallEventKinds, type WallNews } from '@brigade/contract/statistics/wall/wall.model.ts'
import { until } from '@brigade/server/testing/until.ts'
import { watchLive } from '@brigade/server/testing/watch-live.ts'

/**
 * Simulates months of a wall in minutes: the server's own picture is sent again and again, with other figures and
 * another event each time.
 */

type Feed = Readonly<{ updates: number; perSecond: number }>
type Following = Feed & Readonly<{ page: Page; url: string; token: string }>

const tickMs = 50
const samples = 3
const Heap = z.object({ usedSize: z.number() })

/** The n-th update: counts, models and places change, and something happens somewhere. */
function updateOf({ parts }: WallNews, n: number): WallNews {
  const { devices = null, cooking = null, places = null } = parts
  const at = Date.now()
  const kind = wallEventKinds[n % wallEventKinds.length] ?? 'command'
  return {
    at,
    isWhole: false,
    parts: {
      devices: devices === null ? null : { ...devices, installed: n, online: n % 500 },
      cooking: cooking === null ? null : { ...cooking, cooking: n % 300 },
      places: places === null ? null : { ...places, notGiven: n },
    },
    events: [
      {
        key: `event ${n}`,
        kind,
        at: new Date(at).toISOString(),
        model: { en: 'CX-10', zh: 'CX-10' },
        place: { code: `${33 + (n % 10)}0100`, name: { en: `City ${n % 97}`, zh: `城市 ${n % 97}` } },
        offset: [(n % 200) / 100 - 1, (n % 70) / 35 - 1],
        what: { en: `Fault ${n}`, zh: `故障 ${n}` },
        tookMs: kind === 'command' ? 800 : null,
        temperature: kind === 'excursion' ? { valueC: -9.4, limitC: -15 } : null,
      },
    ],
    more: 0,
  }
}

/** Sends the whole, then updates at the rate asked for until all are sent, to the one page that reads. */
async function startFeed(whole: WallNews, { updates, perSecond }: Feed) {
  let timer: NodeJS.Timeout | undefined
  const send = (reply: ServerResponse, news: WallNews) => reply.write(`data: ${JSON.stringify(news)}\n\n`)
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    send(reply, { ...whole, at: Date.now() })
    let sent = 0
    const from = performance.now()
    timer = setInterval(() => {
      const due = Math.min(updates, Math.floor(((performance.now() - from) * perSecond) / 1000))
      while (sent < due) send(reply, updateOf(whole, (sent += 1)))
    }, tickMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a server that listens on a port has this address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The heap after a forced collection, MB: the least of several, as a picture that is being drawn counts too. */
async function heapMb(session: CDPSession): Promise<number> {
  const found: number[] = []
  for (let each = 0; each < samples; each += 1) {
    await session.send('HeapProfiler.collectGarbage')
    found.push(Heap.parse(await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20)
  }
  return Math.min(...found)
}

/** Sends a number of updates to a wall. Returns its heap after each tenth, and how the last one compares with the second. */
export async function followFeed({ page, url, token, ...feed }: Following) {
  const stream = await watchLive(url, wallApi.live, {}, token)
  const whole = await stream.next()
  await stream.leave()
  if (whole === undefined) throw new Error('There is no picture')
  const { url: feedUrl, stop } = await startFeed(whole, feed)
  try {
    await page.route('**/api/web/data/visualization/live*', (route) => route.continue({ url: feedUrl }))
    await page.setViewportSize({ width: 1920, height: 1080 })
    const session = await page.context().newCDPSession(page)
    await page.goto(`${url}/data/dataWatchEn`)
    const shown = page
      .locator('[data-live] [data-size], [data-live] div')
      .filter({ hasText: /^[\d,]+$/ })
      .first()
    const tenths: number[] = []
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      const least = Math.floor((feed.updates * tenth) / 10)
      await until(
        `${least} updates to be shown`,
        async () => Number((await shown.innerText()).replaceAll(',', '')) >= least || undefined,
        ((feed.updates / feed.perSecond) * 1000) / 5 + minuteMs,
      )
      tenths.push(await heapMb(session))
    }
    const [, second = Number.NaN] = tenths
    const marks = await page.locator('svg g[data-event]').count()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    return { heapMb: tenths, growth: (tenths.at(-1) ?? Number.NaN) / second, marks }
  } finally {
    stop()
  }
}
