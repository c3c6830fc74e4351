import { iso, minuteMs } from '@brigade/contract/time.ts'
import type { Caches } from '../../platform/caches.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import { findDevice } from '../../device/list/device.store.ts'
import { evaluateSpan, termsOf } from '../read-temperature.ts'
import { dropOldDays, isNewestDue, isPastPlanned, listDueDays, writeDay, type DueDay } from './judge.store.ts'

type Judging = Readonly<{
  db: Db
  caches: Caches
  clock: Clock
  settings: Readonly<{ timeZone: string }>
}>

/** As far back as a period of the list reaches. */
const judgedDays = 90
/** Devices report what they kept up to seven days late. */
const lateDays = 8
const atOnce = 500

/**
 * Evaluates days of refrigerators by the rules of the printed report, until none is due, the time is over or the worker stops. What is left
 * comes with the next run. Each day is a row of its own, so that an interrupted run has lost nothing.
 */
export async function judgeDays(
  { db, caches, clock, settings }: Judging,
  { untilMs = Number.POSITIVE_INFINITY, signal }: Readonly<{ untilMs?: number; signal?: AbortSignal | undefined }> = {},
): Promise<number> {
  if (await isPastPlanned(db)) return 0
  let judged = 0
  let after = '0'
  for (;;) {
    const nowMs = clock.now()
    const due = await listDueDays(db, {
      nowMs,
      zone: settings.timeZone,
      days: judgedDays,
      lateDays,
      most: atOnce,
      after,
    })
    for (const day of due) {
      if (signal?.aborted === true || performance.now() > untilMs) return judged
      await judgeDay({ db, caches }, day, nowMs)
      judged += 1
    }
    const last = due.at(-1)
    if (last === undefined || due.length < atOnce) return judged
    // The last refrigerator may have more days: it is read again without those that were just written.
    after = (BigInt(last.deviceId) - 1n).toString()
  }
}

const nothingOf = (wholeMs: number) =>
  ({
    judgedMs: 0,
    knownMs: 0,
    unjudgedMs: wholeMs,
    leadMs: wholeMs,
    trailMs: wholeMs,
    reports: 0,
    min: null,
    max: null,
  }) as const

async function judgeDay(cached: Pick<Judging, 'db' | 'caches'>, due: DueDay, nowMs: number): Promise<void> {
  const { db } = cached
  if (due.isBefore) {
    const wholeMs = Date.parse(due.to) - Date.parse(due.from)
    return writeDay(db, { ...due, ...nothingOf(wholeMs), evaluatedAt: iso(nowMs) })
  }
  const device = await findDevice(db, { organisationId: due.organisationId }, 'cooler', due.deviceId)
  if (device === undefined) return
  const span = { startTime: due.from, endTime: due.to }
  const terms = await termsOf(db, device, span, nowMs)
  const { evaluation, drawn } = await evaluateSpan(cached, device, terms, { nowMs })
  const { from, to } = terms.span
  const unknownMs = drawn.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  const knownMs = Math.max(0, Math.round(to - from - unknownMs))
  const [first, last] = [evaluation.gaps[0], evaluation.gaps.at(-1)]
  // Stretches without limits are in no gap: where there are such, each end is taken for as long as the longest that was not judged.
  const isBare = evaluation.judgedMs < knownMs - minuteMs
  const unjudgedMs = Math.round(evaluation.judgedMs === 0 ? to - from : evaluation.longestUnjudgedMs)
  await writeDay(db, {
    ...due,
    judgedMs: Math.round(evaluation.judgedMs),
    knownMs,
    unjudgedMs,
    leadMs: isBare ? unjudgedMs : first?.from === from ? Math.round(first.to - first.from) : 0,
    trailMs: isBare ? unjudgedMs : last?.to === to ? Math.round(last.to - last.from) : 0,
    reports: evaluation.points,
    min: evaluation.min,
    max: evaluation.max,
    evaluatedAt: iso(nowMs),
  })
}

const runMs = 5 * minuteMs

/** Soon after midnight the day before; each hour what is left. */
export const judgingJobs = (platform: Platform): readonly Job[] => [
  {
    name: 'judge-cold-days',
    cron: '*/5 * * * *',
    run: async (_payload, signal) => {
      const { db, clock, settings, log } = platform
      const isHourly = new Date(clock.now()).getUTCMinutes() < 5
      if (!isHourly && !(await isNewestDue(db, clock.now(), settings.timeZone))) return
      if (isHourly) await dropOldDays(db, clock.now(), settings.retention.historyDays)
      const days = await judgeDays(platform, { untilMs: performance.now() + runMs, signal })
      if (days > 0) log.info({ days }, 'Days of refrigerators were evaluated')
    },
  },
]
