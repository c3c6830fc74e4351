import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import type { KindParams } from '@brigade/contract/message/kind.text.ts'
import { attentionList, figureLists } from '@brigade/contract/statistics/drill.rules.ts'
import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import type { FigureValue } from '@brigade/contract/statistics/statistics.model.ts'
import { announce } from '../../message/announce/announce.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { spanOf } from '../run/run.store.ts'
import { yearAgo } from '../read/numbers.ts'
import { readPanel } from '../read/read-statistics.ts'
import { countExcursions, countUpgrades, listOldest, listReceivers, takeReport, type Receiver } from './report.store.ts'

type Days = Readonly<{ from: string; to: string }>
type Sending = Pick<Platform, 'db' | 'clock' | 'settings'>
const screenOf = (...args: Parameters<typeof attentionList>): string => attentionList(...args)?.screen ?? ''
type Report = KindParams<'statistics.weekly'>

const pauseMs = 30_000
const atOnce = 50
const fleet: readonly FigureKey[] = [
  'devices.installed',
  'devices.online',
  'devices.availability',
  'devices.activations',
]
const ofFaults: readonly FigureKey[] = ['faults.raised', 'faults.eliminated', 'faults.open']

/** Sends the weekly reports that are due: each in a transaction of its own, so that a kill between two people repeats none. */
export function startReports(platform: Platform): Repetition {
  const look = async () => {
    while (!platform.stopping.aborted && (await sendReports(platform)) > 0);
  }
  return repeat(look, { pauseMs, log: platform.log, onErrorMessage: 'Weekly reports could not be sent yet' })
}

/** Answers how many people were dealt with. */
export async function sendReports(sending: Sending): Promise<number> {
  const { db, clock, settings } = sending
  const now = new Date(clock.now()).toISOString()
  const receivers = await listReceivers(db, now, settings.timeZone, atOnce)
  for (const receiver of receivers) await sendOne(sending, receiver, now)
  return receivers.length
}

async function sendOne({ db, clock, settings }: Sending, receiver: Receiver, now: string): Promise<void> {
  const report = receiver.mayView ? await reportOf({ db, clock, settings }, receiver) : undefined
  await transaction(db, async (trx) => {
    const outcome = !receiver.mayView ? 'no-right' : report === undefined ? 'no-data' : 'sent'
    if (!(await takeReport(trx, receiver, outcome, now)) || report === undefined) return
    const { organisationId, accountId } = receiver
    await announce({ db: trx, clock, settings }, 'statistics.weekly', {
      params: report,
      organisationId,
      accounts: [accountId],
    })
  })
}

/** The week before, from the last run. Undefined if no run has taken anything yet. */
async function reportOf(sending: Sending, { organisationId, week }: Receiver): Promise<Report | undefined> {
  const { db, settings } = sending
  const zone = settings.statisticsZone
  const query = { from: addDays(week, -7), to: addDays(week, -1) }
  const ctx = { ...sending, caller: { organisationId } }
  const [devices, faults] = await Promise.all([
    readPanel('devices')(ctx, { query }),
    readPanel('faults')(ctx, { query }),
  ])
  if (devices.asOf === null) return undefined
  const base = settings.publicUrl ?? ''
  const counted = { span: devices.span, asOf: devices.asOf }
  const linesOf = (keys: readonly FigureKey[], values: readonly FigureValue[]) =>
    values
      .filter(({ key, value }) => keys.includes(key) && value !== null)
      .map(({ key, value, before, beforeOf, yearAgo: year, yearAgoOf }) => ({
        key,
        value: value ?? 0,
        // A report shows one number beside each comparison, so a comparison without the last day would belong to
        // another number.
        before: beforeOf === null ? before : null,
        yearAgo: yearAgoOf === null ? year : null,
        urls: urlsOf(base, key, { ...counted, ...query }),
      }))
  const spanIn = async (from: string, to: string) => ({
    from: (await spanOf(db, from, 1, zone)).from,
    to: (await spanOf(db, to, 1, zone)).to,
  })
  const [span, before, year] = await Promise.all([
    spanIn(query.from, query.to),
    spanIn(addDays(query.from, -7), addDays(query.to, -7)),
    spanIn(yearAgo(query.from), yearAgo(query.to)),
  ])
  const [excursions, excursionsBefore, excursionsYear, oldest, firmware] = await Promise.all([
    countExcursions(db, organisationId, span),
    countExcursions(db, organisationId, before),
    countExcursions(db, organisationId, year),
    listOldest(db, organisationId),
    countUpgrades(db, organisationId, span),
  ])
  const link = (path: string) => (base === '' ? '' : `${base}${path}`)
  return {
    ...query,
    asOf: devices.asOf,
    zone,
    fleet: linesOf(fleet, devices.figures),
    faults: linesOf(ofFaults, faults.figures),
    oldest: oldest.map(({ id, sn, kind, code, raisedAt }) => ({
      sn,
      code,
      raisedAt,
      url: link(`${screenOf('critical', kind)}?id=${id}`),
    })),
    excursions: {
      value: excursions,
      before: excursionsBefore,
      yearAgo: faults.figures.find(({ key }) => key === 'faults.raised')?.yearAgo === null ? null : excursionsYear,
      url: link(`${screenOf('excursions', 'cooler')}?tab=alarms&alertType=excursion`),
    },
    firmware: { ...firmware, url: link(screenOf('firmware', null)) },
    url: link(screenOfDays(query)),
  }
}

const screenOfDays = ({ from, to }: Days): string => `/data/statistics?range=own&from=${from}&to=${to}`

function urlsOf(base: string, key: FigureKey, counted: Parameters<typeof figureLists>[1] & Days): string[] {
  if (base === '') return []
  const lists = figureLists(key, counted)
  if (lists.length === 0) return [`${base}${screenOfDays(counted)}&tab=${figures[key].tab}`]
  return lists.map(({ screen, query }) => `${base}${screen}?${new URLSearchParams(query).toString()}`)
}
