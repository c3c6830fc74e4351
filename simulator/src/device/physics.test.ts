import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { between, chanceOf, happens, pick, wholeBetween, type Chance } from '../random.ts'
import type { Call } from './call/calls.ts'
import { obeyCoolerCall } from './cooler/cooler-commands.ts'
import { coldestCoilC } from './cooler/cooler-physics.ts'
import { newCooler, type Cooler } from './cooler/cooler-state.ts'
import { closeDoor, coolerGlideMs, glideCooler, openDoor } from './cooler/cooler.ts'
import { obeyWithin } from './given-model.ts'
import { obeyOvenCall } from './oven/oven-commands.ts'
import { newOven, type Oven } from './oven/oven-state.ts'
import { clearOvenFault, glideOven, ovenGlideMs, raiseOvenFault, setOvenDoor } from './oven/oven.ts'

const [secondMs, minuteMs] = [1000, 60_000]
const roomC = 26
const callOf = (identifier: string, params: Call['params'] = {}): Call => ({
  id: '1',
  kind: identifier === 'set' ? 'property.set' : 'service',
  identifier,
  params,
  way: 'async',
  messageId: '',
})

/** Any programme that the model allows: stages far apart, hot before cool, wet before dry. */
const stagesOf = (chance: Chance) =>
  Array.from({ length: wholeBetween(chance, 1, 5) }, () => ({
    Mode: wholeBetween(chance, 1, 3),
    Temp: wholeBetween(chance, 30, 260),
    Minutes: wholeBetween(chance, 1, 40),
    Humidity: wholeBetween(chance, 0, 100),
    FanSpeed: 10 * wholeBetween(chance, 3, 10),
    FanReverse: 0,
    CoreTarget: pick(chance, [0, 0, 54, 74, 95]),
  }))

/** Acts of a person on an oven at a random moment, or faults that occur then. */
function touchOven(oven: Oven, chance: Chance): void {
  const obey = (identifier: string, params?: Call['params']) =>
    obeyWithin(combiOven, callOf(identifier, params), (allowed) => obeyOvenCall(oven, allowed))
  const code = pick(chance, ['E01', 'E02', 'E03', 'E04', 'E05', 'E06', 'E07', 'E08', 'E09', 'E10', 'E11', 'E12'])
  pick(chance, [
    () => obey('StartProgram', { ProgramId: 1, ProgramName: 'Any', Stages: stagesOf(chance) }),
    () => obey('StartProgram', { ProgramId: 1, ProgramName: 'Any', Stages: stagesOf(chance) }),
    () => obey('Preheat', { Temp: wholeBetween(chance, 30, 260) }),
    () => obey('set', { SetTemp: wholeBetween(chance, 30, 260) }),
    () => obey('StopCooking'),
    () => obey('StartWash', { WashProgram: wholeBetween(chance, 0, 4) }),
    () => obey('AddTime', { Minutes: 5 }),
    () => setOvenDoor(oven, happens(chance, 0.5)),
    () => (happens(chance, 0.2) ? raiseOvenFault(oven, code) : undefined),
    () => oven.faults.forEach((active) => clearOvenFault(oven, active)),
  ])()
}

type Seen = { hottestC: number; coreC: number; kwh: number; litres: number }

/** Lists readings that no cook would believe of an oven. */
function doubtsOfOven(oven: Oven, seen: Seen, dtMs: number): string[] {
  const doubts: string[] = []
  const believe = (is: boolean, what: string) => void (is || doubts.push(what))
  seen.hottestC = Math.max(seen.hottestC, oven.chamberC)
  const isOn = oven.workState === 'cooking' || oven.workState === 'preheating'
  believe(oven.chamberC > roomC - 2 && oven.chamberC < 285, `chamber ${oven.chamberC}`)
  believe(oven.coreC <= 100 && oven.coreC > 4, `core ${oven.coreC}`)
  believe(oven.coreC <= seen.hottestC, `core ${oven.coreC} in a chamber of at most ${seen.hottestC}`)
  believe(
    Math.abs(oven.coreC - seen.coreC) < 1 + dtMs / 1000 || !oven.foodInside,
    `core from ${seen.coreC} to ${oven.coreC}`,
  )
  believe(oven.humidity >= 0 && oven.humidity <= 100, `humidity ${oven.humidity}`)
  believe(oven.waterLevel >= 0 && oven.waterLevel <= 100, `water level ${oven.waterLevel}`)
  believe(oven.steamC > roomC - 2 && oven.steamC <= 137, `steam ${oven.steamC}`)
  believe(oven.drainC > roomC - 2 && oven.drainC < 100, `drain ${oven.drainC}`)
  believe(oven.energyKwh >= seen.kwh && oven.waterL >= seen.litres, 'a counter ran back')
  believe(oven.powerKw > 0 && oven.powerKw < 22.5, `${oven.powerKw} kW`)
  believe((isOn && !oven.doorOpen) || (oven.duty === 0 && oven.powerKw < 1), `${oven.powerKw} kW in ${oven.workState}`)
  Object.assign(seen, { coreC: oven.coreC, kwh: oven.energyKwh, litres: oven.waterL })
  return doubts
}

for (const steps of ['of a second', 'as long as may be'] as const)
  test(`whatever programmes and commands come to an oven, no value of it makes a cook laugh, in steps ${steps}`, () => {
    const chance = chanceOf(`ovens ${steps}`)
    for (let nth = 0; nth < 12; nth += 1) {
      const oven = newOven(`${nth}`, roomC)
      const seen: Seen = { hottestC: roomC + 1, coreC: oven.coreC, kwh: oven.energyKwh, litres: oven.waterL }
      let untilMs = 0
      for (let ms = 0; ms < 10 * 60 * minuteMs;) {
        if (ms >= untilMs) {
          touchOven(oven, chance)
          untilMs = ms + between(chance, 0.2, 25) * minuteMs
          seen.coreC = oven.coreC
        }
        const dtMs = steps === 'of a second' ? secondMs : ovenGlideMs(oven)
        const { workState } = oven
        glideOven(oven, { ambientC: roomC, hour: 12 }, dtMs)
        // A new load is cold.
        if (workState !== 'cooking') seen.coreC = oven.coreC
        assert.deepEqual(doubtsOfOven(oven, seen, dtMs), [], `oven ${nth} after ${ms / minuteMs} min`)
        ms += dtMs
      }
    }
  })

test('a stage that is cooler than the one before blows the heat out: within a quarter of an hour the chamber has come down to it', () => {
  const chance = chanceOf('cooler stages')
  for (let nth = 0; nth < 20; nth += 1) {
    const [hot, low] = [wholeBetween(chance, 150, 260), wholeBetween(chance, 40, 110)]
    const stage = {
      Mode: 2,
      Minutes: 60,
      Humidity: 40,
      FanSpeed: 10 * wholeBetween(chance, 3, 10),
      FanReverse: 0,
      CoreTarget: 0,
    }
    const oven = newOven(`${nth}`, roomC)
    const stages = [
      { ...stage, Temp: hot, Minutes: 10 },
      { ...stage, Temp: low },
    ]
    const call = callOf('StartProgram', { ProgramId: 1, ProgramName: 'Hold', Stages: stages })
    assert.equal(obeyWithin(combiOven, call, (allowed) => obeyOvenCall(oven, allowed)).code, 200)
    const step = () => glideOven(oven, { ambientC: roomC, hour: 12 }, secondMs)
    for (let second = 0; second < 7200 && oven.stage < 2; second += 1) step()
    assert(oven.stage === 2 && oven.chamberC > hot - 30, `${oven.chamberC} of ${hot}`)
    for (let second = 0; second < 15 * 60; second += 1) step()
    // A door that somebody opens meanwhile lets it fall further for a moment.
    assert(oven.chamberC < low + 9, `${oven.chamberC} at ${low} after ${hot}`)
  }
})

function touchCooler(cooler: Cooler, chance: Chance): void {
  const obey = (identifier: string, params?: Call['params']) =>
    obeyWithin(refrigerator, callOf(identifier, params), (allowed) => obeyCoolerCall(cooler, allowed))
  const code = pick(chance, ['E01', 'E02', 'E03', 'E04', 'E05', 'E06', 'E07', 'E08', 'E09', 'E11', 'E12'])
  pick<() => unknown>(chance, [
    () => obey('set', { SetPoint: wholeBetween(chance, -25, 10) }),
    () => obey('set', { Standby: wholeBetween(chance, 0, 1) }),
    () => obey('set', { SetDifferential: wholeBetween(chance, 1, 5) }),
    () => obey('StartDefrost'),
    () => obey('StopDefrost'),
    () => openDoor(cooler, between(chance, 10, 1800) * 1000),
    () => openDoor(cooler, Infinity),
    () => closeDoor(cooler),
    () => void (happens(chance, 0.3) && cooler.faults.push(code)),
    () => void (cooler.faults = []),
  ])()
}

/** Lists readings that no technician would believe of a refrigerator. `was`: its state one step before. */
function doubtsOfCooler(cooler: Cooler, was: Cooler): string[] {
  const doubts: string[] = []
  const believe = (is: boolean, what: string) => void (is || doubts.push(what))
  const { evaporatorC, cabinetC, powerKw } = cooler
  believe(
    evaporatorC > coldestCoilC(cooler) - 1 || evaporatorC > was.evaporatorC - 0.001,
    `coil ${evaporatorC} at ${cooler.setPointC}`,
  )
  believe(evaporatorC < 45, `coil ${evaporatorC}`)
  believe(
    cabinetC > Math.min(cooler.setPointC, was.cabinetC) - 6 && cabinetC < 32,
    `cabinet ${cabinetC} at ${cooler.setPointC}`,
  )
  believe(cooler.condenserC > 15 && cooler.condenserC < 110, `condenser ${cooler.condenserC}`)
  believe(cooler.humidity >= 0 && cooler.humidity <= 100 && cooler.frost >= 0 && cooler.frost <= 100, 'beyond 100 %')
  believe(cooler.energyKwh > was.energyKwh && cooler.compressorRunMs >= was.compressorRunMs, 'a counter ran back')
  believe(powerKw > 0 && powerKw < 1.1, `${powerKw} kW`)
  believe(cooler.compressor || cooler.defrosting || powerKw < 0.06, `${powerKw} kW while the compressor rests`)
  believe(!(cooler.standby && cooler.compressor), 'a compressor runs in standby')
  return doubts
}

for (const steps of ['of a second', 'as long as may be'] as const)
  test(`whatever comes to a refrigerator, its coil is no colder than its machine can make it and no value makes a technician laugh, in steps ${steps}`, () => {
    const chance = chanceOf(`coolers ${steps}`)
    for (let nth = 0; nth < 12; nth += 1) {
      const cooler = newCooler(`${nth}`, nth % 2 === 0)
      let untilMs = 0
      for (let ms = 0; ms < 24 * 60 * minuteMs;) {
        if (ms >= untilMs) {
          touchCooler(cooler, chance)
          untilMs = ms + between(chance, 0.2, 60) * minuteMs
        }
        const was = { ...cooler }
        const dtMs = steps === 'of a second' ? secondMs : coolerGlideMs(cooler, 12)
        glideCooler(cooler, { ambientC: 24, hour: 12 }, dtMs)
        assert.deepEqual(doubtsOfCooler(cooler, was), [], `cooler ${nth} after ${ms / minuteMs} min`)
        ms += dtMs
      }
    }
  })

for (const [what, freezer] of [
  ['refrigerator', false],
  ['freezer', true],
] as const)
  test(`while the door of a ${what} stands open its coil runs warmer than while it is shut, and ices`, () => {
    const cooler = newCooler('door', freezer)
    cooler.untilDefrostMs = 6 * 60 * minuteMs
    const run = (minutes: number, each: () => void) => {
      for (let second = 0; second < minutes * 60; second += 1) {
        glideCooler(cooler, { ambientC: 24, hour: 12, people: false }, secondMs)
        if (cooler.compressor) each()
      }
    }
    let shutC = 0
    run(120, () => (shutC = Math.min(shutC, cooler.evaporatorC)))
    const frost = cooler.frost
    openDoor(cooler, Infinity)
    run(5, () => undefined)
    let openC = 100
    run(30, () => (openC = Math.min(openC, cooler.evaporatorC)))
    assert(cooler.compressor && openC > shutC + 1 && openC < 0, `${openC} open, ${shutC} shut`)
    assert(cooler.frost > frost + 20, `frost from ${frost} to ${cooler.frost}`)
  })

/** Simulates days of an ordinary kitchen, step by step as in a past; `each` is called after every step. */
function liveDays(cooler: Cooler, days: number, each: (hour: number, dtMs: number) => void): void {
  for (let ms = 0; ms < days * 24 * 60 * minuteMs;) {
    const hour = (ms / (60 * minuteMs)) % 24
    const dtMs = coolerGlideMs(cooler, hour)
    glideCooler(cooler, { ambientC: 24, hour }, dtMs)
    each(hour, dtMs)
    ms += dtMs
  }
}

for (const [what, freezer, [fewest, most]] of [
  ['refrigerator', false, [20, 80]],
  ['freezer', true, [5, 30]],
] as const)
  test(`an ordinary kitchen opens a ${what} ${fewest} to ${most} times a day, nine times of ten between six and ten`, () => {
    for (let nth = 0; nth < 12; nth += 1) {
      const cooler = newCooler(`${nth}`, freezer)
      const born = cooler.doorOpenings
      let atNight = 0
      let seen = born
      const days = 14
      liveDays(cooler, days, (hour) => {
        if (hour < 6 || hour >= 22) atNight += cooler.doorOpenings - seen
        seen = cooler.doorOpenings
      })
      const opened = seen - born
      assert(opened >= fewest * days && opened <= most * days, `${what} ${nth}: ${opened / days} a day`)
      assert(atNight < opened / 4, `${what} ${nth}: ${atNight} of ${opened} at night`)
      // What it has counted so far is what its kitchen does, over some months or years.
      assert(born >= 90 * fewest && born <= 5 * 365 * most, `${what} ${nth}: ${born} in its life`)
    }
  })

test('a freezer stays below -12 °C but for the peak of a defrost, and a refrigerator is beyond its limit for less than a hundredth of the time', () => {
  const afterDefrostMs = 45 * minuteMs
  const days = 14
  for (let nth = 0; nth < 12; nth += 1) {
    const freezer = newCooler(`${nth}`, true)
    let sinceDefrostMs = 0
    let [warmest, peak] = [-100, -100]
    liveDays(freezer, days, (_, dtMs) => {
      sinceDefrostMs = freezer.defrosting ? 0 : sinceDefrostMs + dtMs
      if (sinceDefrostMs > afterDefrostMs) warmest = Math.max(warmest, freezer.cabinetC)
      else peak = Math.max(peak, freezer.cabinetC)
    })
    assert(warmest < -12 && peak < -5, `freezer ${nth}: ${warmest}, after a defrost ${peak}`)

    const refrigerator = newCooler(`${nth}`)
    let [beyondMs, hottest] = [0, -100]
    liveDays(refrigerator, days, (_, dtMs) => {
      hottest = Math.max(hottest, refrigerator.cabinetC)
      if (refrigerator.cabinetC > refrigerator.highLimitC) beyondMs += dtMs
    })
    assert(beyondMs < (days * 24 * 60 * minuteMs) / 100, `refrigerator ${nth}: ${beyondMs / minuteMs} min`)
    // A delivery is put away with the door wide open: its air is no warmer than halfway to the room's.
    assert(hottest < 17, `refrigerator ${nth}: ${hottest}`)
  }
})
