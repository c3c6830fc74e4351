/**
 * One device of an upgrade task (firmware.md, "One device"): its states, the events, and the transitions. The functions
 * are pure; the server, its test over random events, and the screens use the same ones.
 */
export const upgradeStates = [
  'planned',
  'excluded',
  'waiting',
  'offering',
  'offered',
  'downloading',
  'installing',
  'succeeded',
  'failed',
  'skipped',
  'expired',
  'cancelled',
] as const
export type UpgradeState = (typeof upgradeStates)[number]

/** A module of a device has at most one row in one of these states. */
export const liveStates = ['waiting', 'offering', 'offered', 'downloading', 'installing'] as const
export const finalStates = ['succeeded', 'failed', 'skipped', 'expired', 'cancelled'] as const
const liveSet: ReadonlySet<UpgradeState> = new Set(liveStates)
const finalSet: ReadonlySet<UpgradeState> = new Set(finalStates)
export const isLive = (state: UpgradeState): boolean => liveSet.has(state)
export const isFinal = (state: UpgradeState): boolean => finalSet.has(state)

/** Spec 3: the result of a device. */
export const upgradeResults = ['success', 'failure', 'not-upgraded'] as const
export type UpgradeResult = (typeof upgradeResults)[number]
/** The final states that are neither a success nor a failure. */
export const notUpgradedStates = ['skipped', 'expired', 'cancelled'] as const
/** Null while the upgrade is not over, and for a device that the task skipped. */
export function resultOf(state: UpgradeState): UpgradeResult | null {
  if (!isFinal(state)) return null
  return state === 'succeeded' ? 'success' : state === 'failed' ? 'failure' : 'not-upgraded'
}

/** Reasons why a device waits, was skipped, or ended. */
export const waitReasons = [
  'not-started',
  'offline',
  'busy',
  'slot',
  'rate',
  'condition',
  'version-disabled',
  'stopped',
  'approval',
  'retry',
  'interrupted',
  'no-answer',
  'earlier-module',
  'gateway-busy',
] as const
export const excludedReasons = [
  'other-model',
  'other-hardware',
  'no-such-module',
  'target-there',
  'not-in-list',
  'other-version',
  'version-higher',
  'version-unknown',
  'condition',
  'in-task',
  'device-disabled',
  'not-installed',
  'modbus-unit',
] as const
export const failureReasons = [
  'download',
  'verification',
  'flash',
  'device',
  'interrupted',
  'no-answer',
  'not-confirmed',
  'other-version',
  'rolled-back',
  'silent',
] as const
export const endReasons = [
  'target-there',
  'late',
  'end-time',
  'withdrawn',
  'earlier-module',
  'removed',
  'device-deleted',
] as const
export const upgradeReasons = [
  ...new Set([...waitReasons, ...excludedReasons, ...failureReasons, ...endReasons]),
] as const
export type WaitReason = (typeof waitReasons)[number]
export type ExcludedReason = (typeof excludedReasons)[number]
export type FailureReason = (typeof failureReasons)[number]
export type EndReason = (typeof endReasons)[number]
export type UpgradeReason = WaitReason | ExcludedReason | FailureReason | EndReason

const minute = 60_000
export const upgradeTimes = {
  offerMs: 10 * minute,
  confirmMs: 24 * 60 * minute,
  noProgressMs: 30 * minute,
  downloadMs: 60 * minute,
  installMs: 20 * minute,
  /** Within this time after bytes or progress the device counts as upgrading, whatever version it reports. */
  atItMs: 2 * minute,
  tokenMs: 24 * 60 * minute,
} as const
/** Unanswered offers, and counted attempts, after which a device has failed. */
export const maxOffers = 5
export const maxAttempts = 3
const retryDelaysMs = [10 * minute, 60 * minute, 360 * minute] as const

/** The facts from which the decision is made. Times are epoch ms; null: not so far. */
export type Upgrade = Readonly<{
  state: UpgradeState
  reason: UpgradeReason | null
  needConfirm: boolean
  target: string
  /** The version that it reported before; null: none. */
  from: string | null
  /** Successive offers without an answer. */
  offers: number
  /** Attempts that count, and all of them. */
  attempts: number
  tries: number
  /** Percent of this attempt, and the furthest of those before. */
  progress: number
  best: number
  offeredAt: number | null
  startedAt: number | null
  movedAt: number | null
  installingAt: number | null
  /** It reported the old version after the download. */
  sawOld: boolean
  /** While waiting: not before that. Otherwise the time-out. */
  dueAt: number | null
  /** The expiry of the file's address; null without an address. */
  tokenUntil: number | null
}>

export type UpgradeEvent =
  | { kind: 'granted' }
  | { kind: 'published' }
  | { kind: 'online' }
  | { kind: 'bytes' }
  | { kind: 'progress'; step: number }
  /** `isAbove`: higher than the target, and the task was not approved to downgrade. */
  | { kind: 'inform'; version: string; isTarget: boolean; isOld: boolean; isAbove: boolean }
  /** The time-out has passed. `isOnline`: the device could have answered. */
  | { kind: 'due'; isOnline: boolean }
  | { kind: 'version-disabled' }
  | { kind: 'end-time' }
  | { kind: 'withdrawn' }
  /** The changed task excludes the device. */
  | { kind: 'taken-out' }
  | { kind: 'earlier-failed' }
  | { kind: 'device-deleted' }
  | { kind: 'retried' }

type Change = Partial<Upgrade>
const final = (state: UpgradeState, reason: UpgradeReason | null): Change => ({
  state,
  reason,
  dueAt: null,
  tokenUntil: null,
})

const isTokenLive = ({ tokenUntil }: Upgrade, now: number) => tokenUntil !== null && tokenUntil > now
/** An address survives attempts, as C SDKs go on asking for the old one; but none is offered that dies before its download can end. */
const isTokenKept = ({ tokenUntil, needConfirm }: Upgrade, now: number) =>
  tokenUntil !== null && tokenUntil - now > upgradeTimes.downloadMs + (needConfirm ? upgradeTimes.confirmMs : 0)

/** The row after an event; undefined: the event fits no row of the table, and is only traced. */
export function afterEvent(row: Upgrade, event: UpgradeEvent, now: number): Upgrade | undefined {
  const change = changeOf(row, event, now)
  return change === undefined ? undefined : { ...row, ...change }
}

function changeOf(row: Upgrade, event: UpgradeEvent, now: number): Change | undefined {
  switch (event.kind) {
    case 'granted':
      return row.state === 'waiting' ? granted(row, now) : undefined
    case 'published':
      return row.state === 'offering' ? published(row, now) : undefined
    case 'online':
      // The same offer is sent again: a message to a lost connection may never have arrived.
      return row.state === 'offered' && isTokenLive(row, now)
        ? { state: 'offering', reason: null, dueAt: Math.min(row.dueAt ?? Infinity, now + upgradeTimes.offerMs) }
        : undefined
    case 'bytes':
      return moved(row, row.progress, now)
    case 'progress':
      return afterStep(row, event.step, now)
    case 'inform':
      return afterInform(row, event, now)
    case 'due':
      return afterDue(row, event.isOnline, now)
    case 'version-disabled':
      return disabled(row, now)
    case 'end-time':
      return row.state === 'waiting' ? final('expired', 'end-time') : undefined
    case 'withdrawn':
      // Alink cannot cancel, so an installation ends by itself and is recorded.
      return isLive(row.state) && row.state !== 'installing' ? final('cancelled', 'withdrawn') : undefined
    case 'taken-out':
      return row.state === 'waiting' ? final('cancelled', 'removed') : undefined
    case 'earlier-failed':
      return row.state === 'waiting' ? final('cancelled', 'earlier-module') : undefined
    case 'device-deleted':
      return row.state === 'planned' || isLive(row.state) ? final('cancelled', 'device-deleted') : undefined
    case 'retried':
      // With the module that failed, those that fell with it.
      return row.state === 'failed' || (row.state === 'cancelled' && row.reason === 'earlier-module')
        ? {
            ...fresh,
            state: 'waiting',
            reason: 'retry',
            offers: 0,
            attempts: 0,
            tries: 0,
            best: 0,
            dueAt: now,
            tokenUntil: null,
          }
        : undefined
  }
}

const fresh = {
  progress: 0,
  startedAt: null,
  movedAt: null,
  installingAt: null,
  sawOld: false,
  offeredAt: null,
} as const

const granted = (row: Upgrade, now: number): Change => ({
  ...fresh,
  state: 'offering',
  reason: null,
  dueAt: now + upgradeTimes.offerMs,
  tokenUntil: isTokenKept(row, now)
    ? row.tokenUntil
    : now + upgradeTimes.tokenMs + (row.needConfirm ? upgradeTimes.downloadMs : 0),
})

const published = ({ needConfirm, offeredAt }: Upgrade, now: number): Change => ({
  state: 'offered',
  reason: null,
  offeredAt: offeredAt ?? now,
  dueAt: (offeredAt ?? now) + (needConfirm ? upgradeTimes.confirmMs : upgradeTimes.offerMs),
})

/** It has received bytes or reported progress, but has not reached the end. */
function moved(row: Upgrade, progress: number, now: number): Change | undefined {
  const { state, startedAt } = row
  if (state === 'downloading')
    return { progress: Math.max(row.progress, progress), movedAt: now, dueAt: dueOfDownload(startedAt ?? now, now) }
  const resumes = (state === 'waiting' || state === 'offered' || state === 'offering') && isTokenLive(row, now)
  if (!resumes) return undefined
  return {
    ...fresh,
    state: 'downloading',
    reason: null,
    offers: 0,
    offeredAt: row.offeredAt,
    progress,
    startedAt: now,
    movedAt: now,
    dueAt: dueOfDownload(now, now),
  }
}

const dueOfDownload = (startedAt: number, now: number) =>
  Math.min(startedAt + upgradeTimes.downloadMs, now + upgradeTimes.noProgressMs)

/** Percent, or one of four failures. Any other value is ignored. */
const isStep = (step: number): boolean => Number.isInteger(step) && step >= -4 && step <= 100

function afterStep(row: Upgrade, step: number, now: number): Change | undefined {
  const { state } = row
  if (!isStep(step)) return undefined
  if (step === 100) {
    if (state !== 'offering' && state !== 'offered' && state !== 'downloading') return undefined
    return {
      state: 'installing',
      reason: null,
      offers: 0,
      progress: 100,
      movedAt: now,
      installingAt: now,
      sawOld: false,
      dueAt: now + upgradeTimes.installMs,
    }
  }
  if (step >= 0) return moved(row, step, now)
  if (state === 'downloading' || state === 'offered' || state === 'offering' || state === 'installing') {
    if (step === -2) return state === 'installing' ? undefined : again(row, 'download', now)
    if (step === -3) return again(row, 'verification', now)
    return final('failed', step === -4 ? 'flash' : 'device')
  }
  return undefined
}

/** The attempt is over. One that got further than all before is not counted. */
function again(row: Upgrade, reason: 'download' | 'verification' | 'interrupted', now: number): Change {
  const isFurther = reason !== 'verification' && row.progress > row.best
  const attempts = row.attempts + (isFurther ? 0 : 1)
  const tries = row.tries + 1
  const counted = { attempts, tries, best: Math.max(row.best, reason === 'verification' ? 0 : row.progress) }
  if (attempts >= maxAttempts) return { ...final('failed', reason), ...counted }
  const delay = retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0
  // The address survives: C SDKs repeat the old one after -2, and nothing else.
  return {
    ...counted,
    state: 'waiting',
    reason: reason === 'interrupted' ? 'interrupted' : 'retry',
    progress: 0,
    installingAt: null,
    startedAt: null,
    offeredAt: null,
    dueAt: now + delay,
  }
}

type Inform = Extract<UpgradeEvent, { kind: 'inform' }>
function afterInform(row: Upgrade, { isTarget, isOld, isAbove }: Inform, now: number): Change | undefined {
  const { state } = row
  if (isTarget) {
    if (state === 'failed') return final('succeeded', 'late')
    if (state === 'waiting' && row.offers === 0 && row.tries === 0) return final('skipped', 'target-there')
    return isLive(state) ? { ...final('succeeded', null), progress: 100 } : undefined
  }
  // The device reached the version in another way. A download that has begun ends by itself.
  if (isAbove && (state === 'waiting' || state === 'offering' || state === 'offered'))
    return final('skipped', 'version-higher')
  if (state === 'installing') {
    if (isOld) return row.sawOld ? undefined : { sawOld: true }
    return final('failed', 'other-version')
  }
  if (state === 'downloading' && isOld) {
    const isAtIt = row.movedAt !== null && now - row.movedAt < upgradeTimes.atItMs
    return isAtIt ? undefined : again(row, 'interrupted', now)
  }
  return undefined
}

function afterDue(row: Upgrade, isOnline: boolean, now: number): Change | undefined {
  const { state, dueAt } = row
  if (dueAt === null || dueAt > now) return undefined
  switch (state) {
    case 'offering':
      // The offer reached no device: it left before a connector could send it. An earlier offer that a person at the panel may still
      // confirm stays valid.
      if (row.needConfirm && row.offeredAt !== null && row.offeredAt + upgradeTimes.confirmMs > now)
        return { state: 'offered', dueAt: row.offeredAt + upgradeTimes.confirmMs }
      return { state: 'waiting', reason: 'offline', dueAt: now, offeredAt: null }
    case 'offered': {
      if (row.needConfirm) return final('failed', 'not-confirmed')
      if (!isOnline) return { state: 'waiting', reason: 'offline', dueAt: now, offeredAt: null }
      const offers = row.offers + 1
      if (offers >= maxOffers) return { ...final('failed', 'no-answer'), offers }
      return { state: 'waiting', reason: 'no-answer', offers, dueAt: now, offeredAt: null }
    }
    case 'downloading':
      return again(row, 'download', now)
    case 'installing':
      return final('failed', row.sawOld ? 'rolled-back' : 'silent')
    default:
      return undefined
  }
}

/** No attempt is lost by it; the address is dead. */
function disabled(row: Upgrade, now: number): Change | undefined {
  const isOut = row.state === 'offering' || row.state === 'offered' || row.state === 'downloading'
  if (isOut)
    return {
      ...fresh,
      state: 'waiting',
      reason: 'version-disabled',
      best: Math.max(row.best, row.progress),
      dueAt: now,
      tokenUntil: null,
    }
  return row.state === 'waiting' && row.tokenUntil !== null ? { tokenUntil: null } : undefined
}
