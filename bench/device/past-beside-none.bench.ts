import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { publishedPassword } from '@brigade/server/platform/settings.ts'
import { signIn } from '@brigade/server/testing/sign-in.ts'
import { askAt, testClock, type TestApp } from '@brigade/server/testing/start-app.ts'
import type { BrowserContext } from 'playwright-core'
import { openBrowser, type OwnBrowser } from '../../e2e/support/browser.ts'
import { startWholeProgram, type WholeProgram } from '../../e2e/support/whole-program.ts'
import type { Figure } from '../run.ts'
import { percentile } from '../support/percentile.ts'

/** What the first hour allows: as early as without a past where nothing of it is there yet, and within this of it where it is. */
const maxRatio = 1.1
/** `BENCH_PAIRS`: the two in turns, so that what else the machine does meets both. */
const pairs = Number(process.env['BENCH_PAIRS'] ?? 5)
/** `BENCH_ONLY=start` or `page`: one half of the bench. */
const only = process.env['BENCH_ONLY']

const kinds = ['with', 'without'] as const
type Kind = (typeof kinds)[number]
type Took = Record<Kind, number[]>
const nothing = (): Took => ({ with: [], without: [] })

const startOne = (kind: Kind): Promise<WholeProgram> =>
  startWholeProgram(undefined, { DEMO: 'on', ...(kind === 'without' ? { DEMO_DAYS: '0' } : {}) })

/** Each of a pair is first in every second pair. */
const inTurns = (pair: number): readonly Kind[] => (pair % 2 === 0 ? kinds : kinds.toReversed())

async function isReady(url: string): Promise<boolean> {
  const [console, ready] = await Promise.all([fetch(url), fetch(`${url}/readyz`)])
  return console.ok && ready.ok
}

/** From nothing to a console that answers, in an empty folder, and killed then. */
async function startsTook(): Promise<Took> {
  const took = nothing()
  for (let pair = 0; pair < pairs; pair += 1)
    for (const kind of inTurns(pair)) {
      const beganAt = performance.now()
      const program = await startOne(kind)
      while (!(await isReady(program.url))) await wait(20)
      took[kind].push(performance.now() - beganAt)
      await program.killAll()
      rmSync(program.settings.dataDir, { recursive: true, force: true })
    }
  return took
}

/** Until the past is there, and counted: without one, until the statistics of today are. */
async function untilWhole(program: WholeProgram): Promise<void> {
  const { pool, close } = await program.openDatabase()
  try {
    for (;;) {
      const { rows } = await pool.query<{ whole: boolean }>(
        `select not exists (select from demo_past where written_at is null)
          and exists (select from statistic_run where outcome = 'succeeded') as whole`,
      )
      if (rows[0]?.whole === true) return
      await wait(500)
    }
  } finally {
    await close()
  }
}

/** The browser's store of somebody who has signed in. */
async function storeOf(program: WholeProgram): Promise<string> {
  const { db, close } = await program.openDatabase()
  try {
    const ask: TestApp['ask'] = (endpoint, input, options) => askAt(program.url, endpoint, input, options)
    const token = await signIn({ db, clock: testClock(), ask }, 'admin', publishedPassword)
    const { data: menus } = (await ask(sessionApi.menus, {}, { token })).envelope
    return JSON.stringify({ token, menus, mustChangePassword: false })
  } finally {
    await close()
  }
}

type Visit = Readonly<{ rowsMs: number; figuresMs: number }>

/** From the address to what is wrong by name, or the sentence that nothing is; and to the figures below it. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const beganAt = performance.now()
  await page.goto(`${url}/data/statistics`, { waitUntil: 'commit' })
  const wrong = page.getByRole('list', { name: 'What is wrong now' }).getByRole('listitem')
  await wrong
    .or(page.getByText(/^Nothing (else )?is wrong/))
    .first()
    .waitFor()
  const rowsMs = performance.now() - beganAt
  await page.locator('section[aria-label="Figures"][aria-busy="false"]').first().waitFor()
  const figuresMs = performance.now() - beganAt
  await page.close()
  return { rowsMs, figuresMs }
}

/** Visits of the start page, cold each, of a program whose past is whole and of one that has none. */
async function visitsTook({ browser }: OwnBrowser): Promise<Readonly<{ rows: Took; figures: Took }>> {
  const [rows, figures] = [nothing(), nothing()]
  const programs = { with: await startOne('with'), without: await startOne('without') }
  try {
    for (const kind of kinds) await untilWhole(programs[kind])
    const stores = { with: await storeOf(programs.with), without: await storeOf(programs.without) }
    // The first pair fills the caches of both servers.
    for (let pair = -1; pair < 2 * pairs; pair += 1)
      for (const kind of inTurns(pair)) {
        const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Shanghai' })
        await context.addInitScript(
          ([session]) => localStorage.setItem('brigade.session', session ?? ''),
          [stores[kind]],
        )
        const { rowsMs, figuresMs } = await visit(context, programs[kind].url)
        if (pair >= 0) {
          rows[kind].push(rowsMs)
          figures[kind].push(figuresMs)
        }
        await context.close()
      }
    return { rows, figures }
  } finally {
    for (const kind of kinds) await programs[kind].stop()
  }
}

function figureOf(name: string, took: Took, goal: string): Figure {
  const [of, beside] = [percentile(took.with, 0.5), percentile(took.without, 0.5)]
  const ms = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ')
  return {
    name,
    measured: `${of.toFixed(0)} ms (${ms(took.with)})`,
    against: `${beside.toFixed(0)} ms (${ms(took.without)})`,
    ratio: of / beside,
    goal,
  }
}

/** The demo with its past over the same without one, in turns: how early the console answers, and the first rows of its start page. */
export async function* measure(): AsyncIterable<Figure> {
  if (only !== 'page')
    yield figureOf('an empty folder until console and /readyz answer', await startsTook(), `${maxRatio} at most`)
  if (only === 'start') return
  const opened = await openBrowser()
  try {
    const { rows, figures } = await visitsTook(opened)
    yield figureOf('first rows of the start page', rows, `${maxRatio} at most`)
    yield figureOf('first rows and figures of the start page', figures, `${maxRatio} at most`)
  } finally {
    await opened.close()
  }
}
