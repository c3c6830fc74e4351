import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterEvent,
  isFinal,
  isLive,
  maxAttempts,
  upgradeStates,
  upgradeTimes,
  type Upgrade,
  type UpgradeEvent,
} from './upgrade.rules.ts'
import { gateReason, isIdle } from './gate.rules.ts'
import { actRefusal, bucketOf, refill, taskActs, taskStatuses, taskSteps, waitsAlone } from './task.rules.ts'
import { isFulfilled } from './reach.model.ts'
import { compareVersions, isSameVersion, relationOf } from './version.rules.ts'

const minute = 60_000
const fresh: Upgrade = {
  state: 'waiting',
  reason: null,
  needConfirm: false,
  target: '01.02.00',
  from: '1.0.0',
  offers: 0,
  attempts: 0,
  tries: 0,
  progress: 0,
  best: 0,
  offeredAt: null,
  startedAt: null,
  movedAt: null,
  installingAt: null,
  sawOld: false,
  dueAt: null,
  tokenUntil: null,
}
const informs = {
  target: { kind: 'inform', version: '1.2.0', isTarget: true, isOld: false, isAbove: false },
  old: { kind: 'inform', version: '1.0.0', isTarget: false, isOld: true, isAbove: false },
  third: { kind: 'inform', version: '9.9.9', isTarget: false, isOld: false, isAbove: false },
  above: { kind: 'inform', version: '9.9.9', isTarget: false, isOld: false, isAbove: true },
} as const
const step = (percent: number): UpgradeEvent => ({ kind: 'progress', step: percent })

/** Applies events to a row, one minute apart; an event without a transition changes nothing. */
function play(events: readonly UpgradeEvent[], from: Upgrade = fresh, everyMs = minute) {
  let [row, now] = [from, 0]
  for (const event of events) {
    row = afterEvent(row, event, now) ?? row
    now += everyMs
  }
  return row
}
const offered: readonly UpgradeEvent[] = [{ kind: 'granted' }, { kind: 'published' }]

test('versions are compared without a leading V and leading zeros, part by part; one that is not a number equals only itself', () => {
  assert.ok(isSameVersion('1.2.0', '01.02.00') && isSameVersion('V01.02.00', '1.2.0') && isSameVersion('rc-1', 'rc-1'))
  assert.ok((compareVersions('01.10.00', '1.9.9') ?? 0) > 0 && (compareVersions('1.2', '1.2.0') ?? 0) < 0)
  assert.equal(compareVersions('1.2.0-rc1', '1.2.0'), undefined)
  assert.deepEqual(
    [null, '1.2.0', '2.0.0', '0.9.0', 'beta'].map((reported) => relationOf(reported, '01.02.00')),
    ['unknown', 'equal', 'higher', 'lower', 'notComparable'],
  )
})

test('a successful upgrade is offered, downloading, installing, and succeeds only with the report of the target version', () => {
  const states = [...offered, step(5), step(100), informs.target].map(
    (_event, at, all) => play(all.slice(0, at + 1)).state,
  )
  assert.deepEqual(states, ['offering', 'offered', 'downloading', 'installing', 'succeeded'])
})

test('100 % without a report is no success: 20 minutes later it is silent, or rolled back where the old version was reported', () => {
  const installing = play([...offered, step(100)])
  const due: UpgradeEvent = { kind: 'due', isOnline: true }
  const at = 2 * minute + upgradeTimes.installMs
  assert.equal(afterEvent(installing, due, at - 1), undefined)
  assert.equal(afterEvent(installing, due, at)?.reason, 'silent')
  assert.equal(afterEvent(play([informs.old], installing), due, at)?.reason, 'rolled-back')
  assert.equal(play([informs.third], installing).reason, 'other-version')
  assert.deepEqual(
    [play([informs.target], { ...installing, state: 'failed' })].map(({ state, reason }) => [state, reason]),
    [['succeeded', 'late']],
  )
})

test('100 before the digest and −3 twice are one failed attempt; later reports change nothing', () => {
  const after = play([...offered, step(50), step(100), step(-3)])
  assert.deepEqual([after.state, after.attempts, after.tries], ['waiting', 1, 1])
  assert.equal(afterEvent(after, step(-3), 99), undefined)
})

test('an attempt that got further than all before is not counted; three that count are a failure', () => {
  let row = fresh
  let failures = 0
  while (!isFinal(row.state)) {
    row = play([...offered, step(failures === 0 ? 40 : 30), step(-2)], { ...row, dueAt: 0 })
    failures += 1
  }
  assert.deepEqual([row.reason, failures, row.attempts], ['download', 1 + maxAttempts, maxAttempts])
})

test('retries wait 10 minutes, an hour, six hours', () => {
  const delays: number[] = []
  let row = fresh
  for (let at = 0; at < 4; at += 1) {
    row = play([...offered, step(20), step(-2)], { ...row, dueAt: 0 })
    if (row.state === 'waiting') delays.push(((row.dueAt ?? 0) - 3 * minute) / minute)
  }
  assert.deepEqual(delays, [10, 60, 360])
})

test('flash errors, failures of the device, rollback and silence are not tried again', () => {
  assert.deepEqual(
    [-4, -1].map((code) => play([...offered, step(10), step(code)]).reason),
    ['flash', 'device'],
  )
})

test('an offer without an answer waits again, and the fifth is a failure; a device that is away loses none', () => {
  let row = fresh
  for (let at = 0; at < 4; at += 1) {
    row = play(offered, row)
    row = afterEvent(row, { kind: 'due', isOnline: true }, 60 * minute) ?? row
    assert.deepEqual([row.state, row.offers], ['waiting', at + 1])
    row = { ...row, dueAt: 0 }
  }
  const away = afterEvent(play(offered, row), { kind: 'due', isOnline: false }, 60 * minute)
  assert.deepEqual([away?.state, away?.offers], ['waiting', 4])
  assert.equal(afterEvent(play(offered, row), { kind: 'due', isOnline: true }, 60 * minute)?.reason, 'no-answer')
})

test('if the panel asks its user, the offer lasts 24 hours and then counts as not confirmed', () => {
  const row = play(offered, { ...fresh, needConfirm: true })
  assert.equal(afterEvent(row, { kind: 'due', isOnline: true }, 23 * 60 * minute), undefined)
  assert.equal(afterEvent(row, { kind: 'due', isOnline: true }, 25 * 60 * minute)?.reason, 'not-confirmed')
})

test('a report of the old version is an interruption only two minutes after the last byte', () => {
  const row = play([...offered, step(30)])
  assert.equal(afterEvent(row, informs.old, 3 * minute), undefined)
  assert.equal(afterEvent(row, informs.old, 4 * minute + 1)?.reason, 'interrupted')
})

test('disabling a version removes the address and no attempt; bytes at a removed address are ignored', () => {
  const row = play([...offered, step(30), { kind: 'version-disabled' }])
  assert.deepEqual([row.state, row.attempts, row.tokenUntil], ['waiting', 0, null])
  assert.equal(afterEvent(row, { kind: 'bytes' }, 5 * minute), undefined)
  const interrupted = play([...offered, step(30), step(-2)])
  assert.equal(afterEvent(interrupted, { kind: 'bytes' }, 5 * minute)?.state, 'downloading')
})

test('withdrawing cancels all devices except those that install', () => {
  assert.equal(play([...offered, step(100), { kind: 'withdrawn' }]).state, 'installing')
  assert.equal(play([...offered, step(10), { kind: 'withdrawn' }]).state, 'cancelled')
})

test('a step beyond 100 or below −4 is ignored', () => {
  const row = play([...offered, step(10)])
  for (const odd of [101, 1000, -5, -9, 0.5, Number.NaN])
    assert.equal(afterEvent(row, step(odd), 5 * minute), undefined)
})

test('at a panel an offer lasts 24 hours from its first sending, however often the device reconnects', () => {
  const day = upgradeTimes.confirmMs
  const first = play(offered, { ...fresh, needConfirm: true })
  const [online, due]: UpgradeEvent[] = [{ kind: 'online' }, { kind: 'due', isOnline: true }]
  assert.ok(online !== undefined && due !== undefined)
  assert.equal(first.dueAt, minute + day)
  // The device came back, and left before the offer could be sent again.
  const sending = afterEvent(first, online, 60 * minute)
  assert.equal(sending?.state, 'offering')
  const again = afterEvent(sending ?? fresh, due, 75 * minute)
  assert.deepEqual([again?.state, again?.dueAt, again?.attempts], ['offered', minute + day, 0])
  assert.equal(afterEvent(again ?? fresh, due, minute + day)?.reason, 'not-confirmed')
  // The address lives for a download that is confirmed in the last minute.
  assert.ok((first.tokenUntil ?? 0) >= day + upgradeTimes.downloadMs)
})

test('an address survives attempts, but none is offered that expires before its download can end', () => {
  const failed = play([...offered, step(20), step(-2)])
  const soon = afterEvent(failed, { kind: 'granted' }, 60 * minute)
  assert.equal(soon?.tokenUntil, failed.tokenUntil)
  const late = (failed.tokenUntil ?? 0) - 10 * minute
  assert.equal(afterEvent(failed, { kind: 'granted' }, late)?.tokenUntil, late + upgradeTimes.tokenMs)
})

test('a module that fell with the one before it is tried again with that one, and no other cancelled row is', () => {
  const fallen = play([{ kind: 'earlier-failed' }])
  assert.deepEqual([fallen.state, fallen.reason], ['cancelled', 'earlier-module'])
  assert.equal(afterEvent(fallen, { kind: 'retried' }, 0)?.state, 'waiting')
  assert.equal(afterEvent(play([{ kind: 'withdrawn' }]), { kind: 'retried' }, 0), undefined)
  assert.equal(play([{ kind: 'taken-out' }]).reason, 'removed')
})

test('a device that reports a version above the target is skipped before its upgrade begins, and nothing is offered; an upgrade in progress ends by itself', () => {
  for (const before of [[], offered.slice(0, 1), offered]) {
    const row = play([...before, informs.above])
    assert.deepEqual([row.state, row.reason, row.tokenUntil], ['skipped', 'version-higher', null])
  }
  assert.equal(play([...offered, step(40), informs.above]).state, 'downloading')
  assert.equal(play([...offered, step(100), informs.above]).reason, 'other-version')
  assert.equal(play([...offered, informs.third]).state, 'offered')
})

test('of random events a row is always in a state of the table, a final one is left only for late success or a retry, and nothing counts down', () => {
  let seed = 20_260_101
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const kinds: readonly UpgradeEvent[] = [
    { kind: 'granted' },
    { kind: 'published' },
    { kind: 'online' },
    { kind: 'bytes' },
    ...[0, 5, 50, 99, 100, -1, -2, -3, -4, -9, 1000].map(step),
    ...Object.values(informs),
    { kind: 'due', isOnline: true },
    { kind: 'due', isOnline: false },
    { kind: 'version-disabled' },
    { kind: 'end-time' },
    { kind: 'withdrawn' },
    { kind: 'earlier-failed' },
  ]
  for (let run = 0; run < 3000; run += 1) {
    let row: Upgrade = { ...fresh, needConfirm: run % 7 === 0 }
    let now = 0
    for (let at = 0; at < 40; at += 1) {
      now += random(15 * minute)
      const event = kinds[random(kinds.length)] ?? step(0)
      const after = afterEvent(row, event, now)
      if (after === undefined) continue
      assert.ok(upgradeStates.includes(after.state))
      if (isFinal(row.state)) assert.deepEqual([row.state, after.state, after.reason], ['failed', 'succeeded', 'late'])
      assert.ok(after.tries >= row.tries && after.attempts >= row.attempts && after.best >= row.best)
      assert.ok(after.attempts <= maxAttempts && after.progress >= 0 && after.progress <= 100)
      if (isLive(after.state) && after.state !== 'waiting') assert.ok(after.dueAt !== null, after.state)
      if (isFinal(after.state)) assert.equal(after.tokenUntil, null)
      row = after
    }
  }
})

test('a task allows exactly the acts of its table, and each act leads to the state in the table', () => {
  for (const act of taskActs)
    for (const status of taskStatuses) {
      const refusal = actRefusal({ status, wasSubmitted: false, wasStarted: false }, act)
      assert.equal(refusal === null, taskSteps[act].from.includes(status), `${act} in ${status}`)
    }
  assert.equal(actRefusal({ status: 'ENABLE', wasSubmitted: true, wasStarted: true }, 'reject'), 'firmware.hasStarted')
  assert.equal(
    actRefusal({ status: 'CANCEL', wasSubmitted: true, wasStarted: false }, 'remove'),
    'firmware.cannot-remove',
  )
})

test('a sole decision about own work waits, an approval or a resume, where others held the code lately; going back never does', () => {
  for (const tookPart of [true, false])
    for (const isSole of [true, false])
      for (const hadOthers of [true, false])
        for (const isRollback of [true, false])
          assert.equal(
            waitsAlone({ tookPart, isSole, hadOthers, isRollback }),
            tookPart && isSole && hadOthers && !isRollback,
            JSON.stringify({ tookPart, isSole, hadOthers, isRollback }),
          )
})

test('a device that is deleted ends whatever goes on, and changes no outcome', () => {
  for (const state of upgradeStates) {
    const after = afterEvent({ ...fresh, state }, { kind: 'device-deleted' }, 1000)
    const ends = isLive(state) || state === 'planned'
    assert.deepEqual(
      after && [after.state, after.reason, after.tokenUntil],
      ends ? ['cancelled', 'device-deleted', null] : undefined,
    )
  }
})

test('no minute has more offers than the rate, whenever they are requested', () => {
  for (const rate of [1, 2, 29, 30, 100, 10_000]) {
    const times: number[] = []
    let bucket = { tokens: bucketOf(rate).burst, at: 0 }
    for (let now = 0; now < 10 * minute; now += 250) {
      const tokens = refill(bucket, rate, now)
      const taken = Math.floor(tokens)
      for (let offer = 0; offer < taken; offer += 1) times.push(now)
      bucket = { tokens: tokens - taken, at: now }
    }
    let first = 0
    for (const [at, now] of times.entries()) {
      while ((times[first] ?? 0) <= now - minute) first += 1
      assert.ok(at - first + 1 <= rate, `${rate}: ${at - first + 1} in a minute`)
    }
    assert.ok(times.length >= rate * 10 * 0.9, `${rate}: only ${times.length}`)
  }
})

test('the gate names the first thing that is missing', () => {
  const open = {
    isStarted: true,
    isApproved: true,
    isVersionEnabled: true,
    isEarlierDone: true,
    isOnline: true,
    isIdle: true,
    isConditionTrue: true,
    isGatewayFree: true,
    isDue: true,
    hasSlot: true,
    hasRate: true,
  }
  assert.equal(gateReason(open), null)
  assert.deepEqual(
    [gateReason({ ...open, isOnline: false, hasSlot: false }), gateReason({ ...open, hasRate: false })],
    ['offline', 'rate'],
  )
  assert.ok(isIdle('oven', 'standby') && isIdle('oven', 'completed') && !isIdle('oven', 'cooking'))
  assert.ok(isIdle('cooler', 'cooling') && !isIdle('cooler', 'defrosting') && isIdle('oven', null))
})

test('a condition on a property compares numbers as numbers, and a value that was never reported fulfils none', () => {
  assert.ok(isFulfilled({ op: '≥', value: '-85' }, -70) && !isFulfilled({ op: '≥', value: '-85' }, '-90'))
  assert.ok(isFulfilled({ op: '=', value: '1' }, '1.0') && isFulfilled({ op: '≠', value: 'A' }, 'B'))
  assert.ok(!isFulfilled({ op: '≠', value: '1' }, null) && !isFulfilled({ op: '<', value: '5' }, 'abc'))
})
