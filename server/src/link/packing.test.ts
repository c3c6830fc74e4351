// @alone: it kills a connector process of its own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectDevice } from '../testing/fake-device.ts'
import {
  compareCurve,
  compareEndingAlarms,
  compareExcursionRecords,
  compareExport,
  compareFigures,
  compareHistory,
  compareShadow,
  compareTold,
  compareVerdict,
  type Compare,
} from '../testing/packing/compare.ts'
import { startKilledConnector } from '../testing/packing/killed-connector.ts'
import { countTheNight, failureOf, sealAll, seedOfPackings, startTrial, type Trial } from '../testing/packing/trial.ts'

/**
 * One random series of values and events is sent in twenty packings. Every answer about it is the same for all of them,
 * and equals the result of plain loops over the series. A failure prints its seed; `PACKING_SHRINK=1` looks for a small
 * example.
 */

let trial: Trial
before(async () => {
  trial = await startTrial({ seed: seedOfPackings, packings: 20, kills: 1 })
})
after(() => trial.stop())

const isShrunk = process.env['PACKING_SHRINK'] === '1'
async function same(...all: readonly Compare[]): Promise<void> {
  for (const compare of all) {
    const failure = await failureOf(trial, compare, { isShrunk })
    if (failure !== undefined) assert.fail(failure)
  }
}

test('of one series of values every packing leaves the same history', () => same(compareHistory))

test('of one series of values every packing leaves the same shadow', () => same(compareShadow))

test('of one series of values every packing draws the same curve', () => same(compareCurve))

test('of one series of values every packing gets the same printed verdict', () => same(compareVerdict))

test('of one series of values every packing exports the same table', () => same(compareExport))

test('excursions have the same records for every packing, and each time in them the same begin, end and extreme', () =>
  same(compareExcursionRecords))

test('alarms that end by a value have the same begin and end for every packing', () => same(compareEndingAlarms))

test('nobody is told twice of one occurrence, whatever the packing', () => same(compareTold))

test('once all days are sealed every packing still has the same history, curve and verdict', async () => {
  await sealAll(trial)
  await same(compareHistory, compareCurve, compareVerdict)
})

test('energy and hours in use of a past day are the same for every packing', async () => {
  const failure = await failureOf(trial, compareFigures(await countTheNight(trial)), { isShrunk: false })
  if (failure !== undefined) assert.fail(failure)
})

test('a connector that is stopped while it starts again after a kill is stopped, and leaves no process', async () => {
  const connector = await startKilledConnector(trial.app)
  const killed = connector.kill()
  await connector.stop()
  await killed
  await assert.rejects(
    connectDevice(connector.port(), { productKey: 'a1', deviceName: 'b', deviceSecret: 'c' }),
    /ECONNREFUSED/,
  )
  await connector.stop()
})
