import { make } from '@brigade/server/testing/make.ts'
import { removeTestServer, useOwnTestServer } from '@brigade/server/testing/cluster/test-server.ts'
import { openConsole } from '../../e2e/support/open-console.ts'
import { followFeed } from '../../e2e/support/wall-feed.ts'
import { prepareBrowser } from '../prepare-browser.ts'

/** As many as occur in a day at one a second. */
export const wallDefaults = { updates: 86_400, perSecond: 20 }
/** Heap of the last tenth against that of the second. */
const maxGrowth = 1.1

/** A data wall in Chromium that receives very many updates; its heap is measured after forced collections. */
export async function followLong(feed: Readonly<{ updates: number; perSecond: number }>): Promise<boolean> {
  const browser = prepareBrowser()
  if (browser === undefined) return false
  process.env['CHROMIUM'] = browser
  await useOwnTestServer()
  const at = await openConsole()
  try {
    const admin = await make.account(at.app, { role: 'administrator' })
    let isSteady = false
    await at.inWindow({ as: admin, width: 1920, start: '/noAuth' }, async (page) => {
      const { heapMb, growth } = await followFeed({ page, url: at.app.url, token: admin.token, ...feed })
      const tenths = heapMb.map((mb) => mb.toFixed(2)).join(', ')
      process.stdout.write(`${feed.updates} updates, ${feed.perSecond} a second; heap of each tenth in MB: ${tenths}\n`)
      process.stdout.write(`last tenth / second tenth = ${growth.toFixed(3)} (${maxGrowth} at most)\n`)
      isSteady = growth <= maxGrowth
    })
    return isSteady
  } finally {
    await at.stop()
    await removeTestServer()
  }
}
