import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateReports, newExcursionEvaluator, verdictOf, type SignalReport } from './excursion.rules.ts'
import { sideOf, type Terms } from './excursion-run.rules.ts'
import { ageingAt, newMeans } from './kinetic-mean.rules.ts'
import { clipped, longest, merged, newSteps, newSwitch } from './stretch.rules.ts'
import { hourMs, minuteMs } from '../time.ts'

const at = (minute: number) => minute * minuteMs
const terms = (rest: Partial<Terms> = {}): Terms => ({
  span: { from: 0, to: at(600) },
  highC: 8,
  lowC: 0,
  toleranceC: 0.5,
  delayMinutes: 30,
  ...rest,
})
/** A temperature from a minute on, reported every ten minutes until the next. */
function air(...turns: readonly (readonly [minute: number, celsius: number])[]): SignalReport[] {
  return turns.flatMap(([minute, celsius], index) => {
    const until = turns[index + 1]?.[0] ?? 600
    return Array.from({ length: Math.ceil((until - minute) / 10) }, (_, step): SignalReport => [
      at(minute + step * 10),
      'temperature',
      celsius,
    ])
  })
}
const inOrder = (...reports: readonly SignalReport[]): SignalReport[] => reports.toSorted((a, b) => a[0] - b[0])
const minutesOf = (stretches: readonly { from: number; to: number | null }[]) =>
  stretches.map(({ from, to }) => [from / minuteMs, to === null ? null : to / minuteMs])

test('the mean kinetic temperature weighs warm hours more: worked examples', () => {
  const kinetic = (...parts: readonly (readonly [celsius: number, hours: number])[]) => {
    const means = newMeans()
    for (const [celsius, hours] of parts) means.add(celsius, hours * hourMs)
    return Number(means.kinetic()?.toFixed(2))
  }
  // ΔH/R is 10,000 K: of 23 and 25 °C the exponents are 33.767 and 33.540, and the mean is 24.05 °C.
  assert.equal(Math.log(ageingAt(23)).toFixed(3), '-33.767')
  assert.equal(Math.log(ageingAt(25)).toFixed(3), '-33.540')
  assert.equal(kinetic([23, 1], [25, 1]), 24.05)
  // Half the time at 20 °C and half at 40 °C gives 34.36 °C instead of 30 °C.
  assert.equal(kinetic([20, 12], [40, 12]), 34.36)
  assert.equal(kinetic([5, 700]), 5)
  assert.equal(kinetic([5, 23], [25, 1]), 7.76)
})

test('means are by time, not by report', () => {
  const { mean, points } = evaluateReports(terms(), inOrder(...air([0, 4], [300, 6]), [at(301), 'temperature', 6]))
  assert.equal(mean, 5)
  assert.equal(points, 61)
  assert.deepEqual([newMeans().mean(), newMeans().kinetic()], [null, null])
})

test('a limit counts as passed beyond its tolerance, and no limit never', () => {
  const limits = { high: 8, low: 0, toleranceC: 0.5 }
  assert.deepEqual(
    [8.5, 8.6, -0.5, -0.6].map((celsius) => sideOf(celsius, limits)),
    [null, 'high', null, 'low'],
  )
  assert.equal(sideOf(90, { ...limits, high: null }), null)
  assert.equal(sideOf(null, limits), null)
})

test('an excursion lasts longer than the delay, contains its worst value, and ends with the first report within the limit', () => {
  const { excursions } = evaluateReports(
    terms(),
    air([0, 4], [100, 9], [120, 11], [131, 9], [140, 5], [300, 9], [330, 5]),
  )
  assert.deepEqual(minutesOf(excursions), [[100, 140]])
  const [{ side, limitC, worstC, worstAt, unknownMs } = assert.fail('none')] = excursions
  assert.deepEqual(
    { side, limitC, worstC, worstAt, unknownMs },
    { side: 'high', limitC: 8, worstC: 11, worstAt: at(120), unknownMs: 0 },
  )
})

test('cold is judged as warmth is, but nothing excuses it', () => {
  const { excursions } = evaluateReports(
    terms(),
    inOrder(...air([0, 4], [100, -2], [160, 4]), [at(95), 'defrost', 1], [at(170), 'defrost', 0]),
  )
  assert.deepEqual(minutesOf(excursions), [[100, 160]])
  assert.deepEqual([excursions[0]?.side, excursions[0]?.worstC], ['low', -2])
})

test('the limits are those that the device reported for each moment, unless others are requested', () => {
  const reports = inOrder([at(0), 'high', 8], [at(200), 'high', 15], ...air([0, 4], [100, 10], [300, 4]))
  const { high, excursions } = evaluateReports(terms({ highC: undefined }), reports)
  assert.deepEqual(high, [
    { at: 0, value: 8 },
    { at: at(200), value: 15 },
  ])
  assert.deepEqual(minutesOf(excursions), [[100, 200]])
  assert.deepEqual(minutesOf(evaluateReports(terms(), reports).excursions), [[100, 300]])
})

test('a defrost and half an hour after it excuse warm air, which is shown all the same', () => {
  const warm = air([0, 4], [110, 10], [150, 4])
  const { excursions, excused, beyondMs, excusedMs, within } = evaluateReports(
    terms(),
    inOrder(...warm, [at(100), 'defrost', 1], [at(120), 'defrost', 0]),
  )
  assert.deepEqual(excursions, [])
  assert.deepEqual(minutesOf(excused), [[110, 150]])
  assert.deepEqual([excused[0]?.by, excused[0]?.worstC], ['defrost', 10])
  assert.deepEqual([beyondMs, excusedMs], [at(40), at(40)])
  assert.equal(within, 560 / 600)
})

test('a temperature that stays warm after the excuse is an excursion from then on', () => {
  const { excursions, excused } = evaluateReports(
    terms(),
    inOrder(...air([0, 4], [110, 10], [200, 4]), [at(100), 'defrost', 1], [at(120), 'defrost', 0]),
  )
  assert.deepEqual(minutesOf(excursions), [[150, 200]])
  assert.deepEqual(minutesOf(excused), [[110, 150]])
})

test('an opened door excuses for a quarter of an hour after it closes; one left open, or opened again, excuses no longer', () => {
  const warm = air([0, 4], [100, 10], [180, 4])
  const excursionsWith = (...door: SignalReport[]) =>
    minutesOf(evaluateReports(terms(), inOrder(...warm, ...door)).excursions)
  assert.deepEqual(excursionsWith([at(99), 'door', 1], [at(105), 'door', 0]), [[120, 180]])
  assert.deepEqual(excursionsWith([at(99), 'door', 1], [at(170), 'door', 0]), [[129, 180]])
  assert.deepEqual(
    excursionsWith(
      [at(99), 'door', 1],
      [at(105), 'door', 0],
      [at(119), 'door', 1],
      [at(121), 'door', 0],
      [at(135), 'door', 1],
    ),
    [[120, 180]],
  )
})

test('silence ends nothing: equal temperatures before and after it are one excursion, which contains how long nothing was reported', () => {
  const seen = air([0, 4], [100, 10], [150, 10]).filter(([time]) => time <= at(140))
  const later = air([400, 10], [420, 4])
  const { excursions, gaps, unknownMs } = evaluateReports(terms(), [...seen, ...later])
  assert.deepEqual(minutesOf(excursions), [[100, 420]])
  // An hour after the last report no temperature counts.
  assert.equal(excursions[0]?.unknownMs, at(200))
  assert.deepEqual(minutesOf(gaps), [[200, 400]])
  assert.equal(unknownMs, at(200))
})

test('cold again after a silence: the reported temperatures decide whether it was an excursion', () => {
  const briefly = air([0, 4], [100, 10]).filter(([time]) => time <= at(100))
  assert.deepEqual(evaluateReports(terms({ delayMinutes: 60 }), briefly.concat(air([400, 4]))).excursions, [])
  const long = air([0, 4], [100, 10]).filter(([time]) => time <= at(140))
  const [found] = evaluateReports(terms(), [...long, ...air([400, 4])]).excursions
  assert.deepEqual([found?.to, found?.unknownMs], [at(400), at(200)])
})

test('an excursion that continues at the end of the span has no end, and one that began before the span is counted within it', () => {
  const evaluation = evaluateReports(terms({ span: { from: at(200), to: at(400) } }), air([100, 10]))
  assert.deepEqual(minutesOf(evaluation.excursions), [[200, null]])
  assert.deepEqual([evaluation.points, evaluation.beyondMs, evaluation.min], [20, at(200), 10])
})

test('without reports there is no statement, and without limits there is no verdict', () => {
  const none = evaluateReports(terms(), [])
  assert.deepEqual([none.min, none.mean, none.meanKinetic, none.within, none.points], [null, null, null, null, 0])
  assert.deepEqual([minutesOf(none.gaps), none.unknownMs], [[[0, 600]], at(600)])
  const free = evaluateReports(terms({ highC: undefined, lowC: undefined }), air([0, 40]))
  assert.deepEqual([free.excursions, free.within, free.mean], [[], null, 40])
})

const verdictIn = (reports: readonly SignalReport[], rest: Partial<Terms> = {}, measures = true) => {
  const wanted = terms(rest)
  return verdictOf(evaluateReports(wanted, reports), wanted.span, measures)
}

test('an all-clear needs the span to be known: half an hour of ten, or a silence of five hours, is none', () => {
  assert.equal(verdictIn(air([0, 4])), 'clear')
  assert.equal(verdictIn(air([0, 4]).filter(([time]) => time < at(30))), 'partly')
  // 95 of 100 hours are enough, unless the missing five are consecutive.
  const span = { from: 0, to: at(6000) }
  const long = Array.from({ length: 600 }, (_, index): SignalReport => [at(index * 10), 'temperature', 4])
  assert.equal(verdictIn(long, { span }), 'clear')
  const silent = (minutes: number) => long.filter(([time]) => time <= at(1000) || time > at(1000 + minutes))
  assert.equal(verdictIn(silent(230), { span }), 'clear')
  assert.equal(verdictIn(silent(300), { span }), 'partly')
})

test('nothing measured, nothing reported and no limit to judge by each have their own word, and none is an all-clear', () => {
  assert.equal(verdictIn([], {}, false), 'notMeasured')
  assert.equal(verdictIn([]), 'unknown')
  assert.equal(verdictIn(air([0, 4]), { highC: undefined, lowC: undefined }), 'noLimits')
  // Limits that arrive late leave the time before them unjudged.
  const late = inOrder(...air([0, 4]), [at(300), 'high', 8])
  assert.equal(verdictIn(late, { highC: undefined, lowC: undefined }), 'partly')
  assert.equal(evaluateReports(terms({ highC: undefined, lowC: undefined }), late).judgedMs, at(300))
})

test('an excursion is one however little is known', () => {
  assert.equal(verdictIn(air([0, 12], [60, 4]).filter(([time]) => time < at(90))), 'excursions')
})

test('a temperature counts for an hour, or for as long as its reader says that its device was there', () => {
  const once: SignalReport[] = [[0, 'temperature', 4]]
  assert.deepEqual(minutesOf(evaluateReports(terms(), once).gaps), [[60, 600]])
  const gapsWith = (heldMs: number) => {
    const evaluator = newExcursionEvaluator(terms())
    evaluator.add(0, 'temperature', 4, heldMs)
    return minutesOf(evaluator.end().gaps)
  }
  assert.deepEqual([gapsWith(at(20)), gapsWith(Number.POSITIVE_INFINITY)], [[[20, 600]], []])
})

test('a limit that changes during a silence opens no excursion by a stale temperature: the next report of the temperature decides', () => {
  const own = terms({ highC: undefined, lowC: undefined })
  const known = [[at(0), 'high', 15], ...air([0, 12]).slice(0, 6), [at(300), 'high', 8]] satisfies SignalReport[]
  const isOpenAt = (...rest: readonly SignalReport[]) => minutesOf(evaluateReports(own, [...known, ...rest]).excursions)
  assert.deepEqual(isOpenAt(), [])
  assert.deepEqual(isOpenAt([at(400), 'temperature', 5], [at(410), 'temperature', 5]), [])
  const warm = [400, 410, 420, 430, 440].map((minute): SignalReport => [at(minute), 'temperature', 12])
  assert.deepEqual(isOpenAt(...warm), [[400, null]])
})

test('a limit that changes while a run is silent ends it no more than it would begin one', () => {
  const own = terms({ highC: undefined, lowC: undefined })
  const known = [[at(0), 'high', 8], ...air([0, 12]).slice(0, 6), [at(300), 'high', 15]] satisfies SignalReport[]
  const until = (celsius: number) =>
    minutesOf(evaluateReports(own, [...known, [at(400), 'temperature', celsius]]).excursions)
  assert.deepEqual(until(16), [[0, null]])
  assert.deepEqual(until(12), [[0, 400]])
  // While the temperature is known, a limit applies at once, even if the device was there all the time.
  const held = [[at(0), 'high', 8], ...air([0, 12]).slice(0, 6), [at(70), 'high', 15]] satisfies SignalReport[]
  assert.deepEqual(minutesOf(evaluateReports(own, held).excursions), [[0, 70]])
  const evaluator = newExcursionEvaluator(own)
  for (const [time, signal, value] of known)
    evaluator.add(time, signal, value, signal === 'temperature' ? at(600) : undefined)
  assert.deepEqual(minutesOf(evaluator.end().excursions), [[0, 300]])
})

test('each moment has the delay that the device had then: one that is set longer later takes no excursion back', () => {
  const own = terms({ followsDelay: true })
  const warm = air([0, 4], [100, 12], [120, 4])
  const with20 = evaluateReports(own, inOrder([at(0), 'delay', 10], [at(300), 'delay', 60], ...warm))
  assert.deepEqual(minutesOf(with20.excursions), [[100, 120]])
  assert.deepEqual(
    with20.delay.map(({ at: from, value }) => [from / minuteMs, value]),
    [
      [0, 10],
      [300, 60],
    ],
  )
  assert.deepEqual(evaluateReports(own, inOrder([at(0), 'delay', 60], [at(300), 'delay', 10], ...warm)).excursions, [])
  // A delay that is shortened during an excursion is exceeded at that moment.
  const shorter = inOrder([at(0), 'delay', 60], [at(118), 'delay', 10], ...warm)
  assert.deepEqual(minutesOf(evaluateReports(own, shorter).excursions), [[100, 120]])
})

test('a value that the device never reported is not assumed to be absent', () => {
  assert.deepEqual(evaluateReports(terms(), air([0, 4])).reported, { defrost: false, door: false })
  assert.deepEqual(evaluateReports(terms(), inOrder([at(1), 'door', 0], ...air([0, 4]))).reported, {
    defrost: false,
    door: true,
  })
})

test('a switch makes stretches and a setting makes steps, cut at the span', () => {
  const span = { from: 100, to: 200 }
  const door = newSwitch(span)
  for (const [time, on] of [
    [50, true],
    [60, true],
    [120, false],
    [150, true],
  ] as const)
    door.add(time, on)
  assert.deepEqual(door.end(), [
    { from: 100, to: 120 },
    { from: 150, to: null },
  ])
  const setPoint = newSteps(span)
  for (const [time, value] of [
    [10, 3],
    [90, 4],
    [130, 4],
    [140, 5],
    [250, 9],
  ] as const)
    setPoint.add(time, value)
  assert.deepEqual(setPoint.end(), [
    { at: 100, value: 4 },
    { at: 140, value: 5 },
  ])
  assert.equal(clipped({ from: 10, to: 100 }, span), undefined)
  assert.equal(clipped({ from: 200, to: null }, span), undefined)
})

test('of many stretches near ones are drawn as one, and the longest are listed in the order of time', () => {
  const stretches = [
    { from: 0, to: 5 },
    { from: 6, to: 7 },
    { from: 50, to: null },
  ]
  assert.deepEqual(merged(stretches, 1), [
    { from: 0, to: 7 },
    { from: 50, to: null },
  ])
  assert.deepEqual(longest(stretches, 2, 60), [
    { from: 0, to: 5 },
    { from: 50, to: null },
  ])
})
