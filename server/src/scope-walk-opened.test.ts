// @alone: leaves much memory behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '@brigade/contract/catalogue.ts'
import { isInOpened, type Endpoint } from '@brigade/contract/endpoint.ts'
import { nameOf, newWalk, walkForeign, walkOwnReads, walkerFor } from './testing/scope-walk/scope-walk.ts'
import { plantWorld } from './testing/scope-walk/scope-world.ts'
import { walkStreams } from './testing/scope-walk/scope-streams.ts'
import { openedBy } from './testing/scope-walk/walk-opened.ts'
import { samples, uploads } from './testing/scope-walk/walked-calls.ts'
import { startTestApp } from './testing/start-app.ts'

const wanted = process.env['TEST_ONLY_DOMAINS']?.split(',')

/** Calls that show facts of the opener itself: identity and table preferences. */
const ofTheOpener = ['session.user', 'session.habits']

/** Calls in this list get foreign ids directly; the others search with the same scope, which is walked as an agent. */
const named = ['customer', 'agent', 'account', 'role', 'job', 'file', 'parts']

const inOpened = allEndpoints.filter(
  (endpoint) =>
    (wanted === undefined || wanted.includes(endpoint.domain)) &&
    isInOpened(endpoint) &&
    !ofTheOpener.includes(nameOf(endpoint)),
)
const isWalked = (endpoint: Endpoint) =>
  named.includes(endpoint.domain) || ['device.oven.list', 'device.oven.detail'].includes(nameOf(endpoint))

/**
 * There are three levels: above the opened agent are the distributor and the platform, beside it another distributor.
 */
test('a console that the platform has opened shows and changes nothing outside the organisation, and nothing of the opener’s own', async () => {
  const app = await startTestApp({ roles: ['api'] })
  try {
    const world = await plantWorld(app)
    const byTag = (tag: string) => {
      const found = world.organisations.find((organisation) => organisation.tag === tag)
      assert.ok(found, tag)
      return found
    }
    const options = { app, url: app.url, world, endpoints: inOpened.filter(isWalked), samples, uploads }
    const walk = newWalk()
    const walker = await walkerFor(options, walk, openedBy(app, byTag('P'), byTag('A1')))
    await walkForeign(options, walk, walker)
    await walkOwnReads(options, walker)
    const streams = inOpened.filter(({ domain }) => domain === 'job' || domain === 'session')
    await walkStreams({ ...options, endpoints: streams }, walk, walker)
    assert.deepEqual([...walk.findings], [])
    // The console was really opened: its own rows were shown.
    if (wanted === undefined)
      assert.ok(
        walk.shownOwn.has('device.oven.list') && walk.shownOwn.has('customer.list'),
        [...walk.shownOwn].join(' '),
      )
  } finally {
    await app.stop()
  }
})
