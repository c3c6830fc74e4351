import { washPhases } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import {
  recipeFunctions,
  stageEndings,
  type StageEnding,
} from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Oven, Happening } from './oven-state.ts'
import type { Cookable } from './recipe-shelf.ts'
import { endOf, isPreset, type Program, type Stage } from './programs.ts'

/** Control logic of the oven: states, stages, washing. The behaviour of people is in oven-kitchen.ts. */

export const stageOf = (oven: Oven): Stage | undefined => oven.program?.stages[oven.stage - 1]

export function enter(oven: Oven, state: Oven['workState']): void {
  oven.workState = state
  oven.workStateMs = 0
}

function obey(oven: Oven, stage: Stage): void {
  oven.setTempC = stage.Temp
  oven.setHumidity = stage.Humidity
  oven.fanSpeed = stage.FanSpeed
  oven.fanReverse = stage.FanReverse === 1
  oven.coreTargetC = stage.CoreTarget
}

/** Preheats for a program; cooking begins once the food is in. */
export function start(oven: Oven, program: Program): void {
  const [first] = program.stages
  if (first === undefined) return
  oven.program = program
  oven.recipe = null
  oven.stageEnds = []
  oven.stage = 0
  oven.stageElapsedMs = 0
  oven.programElapsedMs = 0
  oven.extraMs = 0
  oven.pause = null
  oven.programStartKwh = oven.energyKwh
  oven.washWanted = false
  oven.integral = 0
  obey(oven, first)
  enter(oven, 'preheating')
}

/**
 * The same for a stored recipe, with its preheating. A recipe without preheating begins with its first stage: the food
 * is in, and the probe if a stage needs it.
 */
export function startRecipe(oven: Oven, { program, id, version, preheatC }: Cookable): void {
  start(oven, program)
  oven.recipe = { id, version }
  if (preheatC !== null) {
    oven.setTempC = preheatC
    return
  }
  oven.probePlugged = program.stages.some((stage) => endOf(stage) !== 'time')
  beginCooking(oven)
}

/** The running stage has ended. */
export function noteEnd(oven: Oven, by: StageEnding): void {
  if (oven.stage === 0 || oven.workState !== 'cooking') return
  oven.stageEnds.push({
    Stage: oven.stage,
    By: stageEndings.find(({ key }) => key === by)?.value ?? 0,
    Seconds: Math.min(86_400, Math.round(oven.stageElapsedMs / 1000)),
    CoreTemp: Math.round(Math.min(150, Math.max(-40, oven.coreC)) * 10) / 10,
  })
}

export function beginCooking(oven: Oven, thickness = 1): void {
  oven.foodInside = true
  oven.thickness = thickness
  oven.foodSurfaceC = 6
  oven.coreC = 5
  enter(oven, 'cooking')
  beginStage(oven, 1)
}

function beginStage(oven: Oven, number: number): void {
  oven.stage = number
  oven.stageElapsedMs = 0
  oven.extraMs = 0
  oven.alarmed.probe = false
  const stage = stageOf(oven)
  if (stage === undefined) return
  // Before a pause the heat of the previous stage is held.
  if (stage.Pause === 1) oven.pause = { shutMs: null }
  else obey(oven, stage)
}

/** A key was pressed, or something was put in: the stage that it waited with begins. */
export function goOn(oven: Oven): void {
  const stage = stageOf(oven)
  if (oven.pause === null || stage === undefined) return
  oven.pause = null
  obey(oven, stage)
}

const shutBeforeGoingOnMs = 10_000

/** Continues a while after the door was closed again, never when it opens. */
function stepPause(oven: Oven, pause: NonNullable<Oven['pause']>, dtMs: number): void {
  if (oven.doorOpen) pause.shutMs = 0
  else if (pause.shutMs !== null) {
    pause.shutMs += dtMs
    if (pause.shutMs >= shutBeforeGoingOnMs) goOn(oven)
  }
}

export function stop(oven: Oven): void {
  noteEnd(oven, 'stopped')
  oven.program = null
  oven.recipe = null
  oven.stage = 0
  oven.stageElapsedMs = 0
  oven.extraMs = 0
  oven.pause = null
  oven.coreTargetC = 0
  enter(oven, 'standby')
}

export function startWash(oven: Oven, washProgram: number): void {
  oven.program = null
  oven.stage = 0
  oven.foodInside = false
  oven.washProgram = washProgram
  oven.washElapsedMs = 0
  if (oven.chamberC > coolEnoughC) {
    oven.washWanted = true
    enter(oven, 'cooling')
  } else enter(oven, 'washing')
}

const coolEnoughC = 65
const washMinutes: Readonly<Record<number, number>> = { 0: 8, 1: 25, 2: 45, 3: 75, 4: 60 }
export const washMinutesOf = (washProgram: number): number => washMinutes[washProgram] ?? 45

/** Soaking, washing, rinsing, drying as shares of the whole. */
export function washPhaseOf(oven: Oven): number {
  if (oven.workState !== 'washing') return washPhases[0].value
  const share = oven.washElapsedMs / (washMinutesOf(oven.washProgram) * minuteMs)
  return share < 0.12 ? 1 : share < 0.6 ? 2 : share < 0.85 ? 3 : 4
}

/** Milliseconds left of the running stage: by its time, or by the state of the core. */
export function stageLeftMs(oven: Oven): number {
  const stage = stageOf(oven)
  if (stage === undefined) return 0
  const planned = plannedMs(stage) + oven.extraMs
  if (endOf(stage) === 'time' || !oven.probePlugged) return Math.max(0, planned - oven.stageElapsedMs)
  const rise = (oven.coreC - 5) / Math.max(1, oven.stageElapsedMs + oven.programElapsedMs / 4)
  return Math.max(0, Math.min(4 * planned, (stage.CoreTarget - oven.coreC) / Math.max(rise, 1e-5)))
}

export function programLeftMs(oven: Oven): number {
  if (oven.program === null || oven.workState !== 'cooking') return 0
  const later = oven.program.stages.slice(oven.stage)
  return stageLeftMs(oven) + later.reduce((sum, stage) => sum + expectedMs(oven, stage), 0)
}

/**
 * Returns the expected length of a stage that has not begun. If the core ends it, a piece of middling size is assumed,
 * which takes half a minute a degree.
 */
function expectedMs({ coreC, probePlugged }: Oven, stage: Stage): number {
  if (endOf(stage) === 'time' || stage.Minutes > 0 || !probePlugged) return plannedMs(stage)
  return Math.max(60_000, (stage.CoreTarget - coreC) * 30_000)
}

export function stepProgram(oven: Oven, dtMs: number): Happening[] {
  oven.workStateMs += dtMs
  const happenings: Happening[] = []
  if (oven.workState !== 'standby' && oven.workState !== 'error') {
    oven.runMs += dtMs
    oven.filterMs += dtMs
    oven.sinceWashMs += dtMs
  }
  if (oven.workState === 'cooking') happenings.push(...stepStage(oven, dtMs))
  if (oven.workState === 'preheating' && oven.program === null && oven.workStateMs > 30 * minuteMs)
    enter(oven, 'standby')
  if (oven.workState === 'cooling' && oven.chamberC < coolEnoughC) {
    const { washWanted } = oven
    oven.washWanted = false
    oven.washElapsedMs = 0
    enter(oven, washWanted ? 'washing' : 'standby')
  }
  if (oven.workState === 'washing') {
    oven.washElapsedMs += dtMs
    if (oven.washElapsedMs >= washMinutesOf(oven.washProgram) * minuteMs) {
      if (oven.washProgram === 4) oven.boilerScale = 2
      oven.sinceWashMs = 0
      oven.alarmed.washDue = false
      enter(oven, 'standby')
    }
  }
  if (oven.sinceWashMs > 10 * hourMs && !oven.alarmed.washDue) {
    oven.alarmed.washDue = true
    happenings.push({ event: 'WashDue', output: { HoursSinceWash: Math.round(oven.sinceWashMs / 360_000) / 10 } })
  }
  return happenings
}

function stepStage(oven: Oven, dtMs: number): Happening[] {
  const stage = stageOf(oven)
  if (oven.program === null || stage === undefined) {
    stop(oven)
    return []
  }
  if (oven.pause !== null) {
    stepPause(oven, oven.pause, dtMs)
    return []
  }
  const end = endOf(stage)
  const byProbe = end !== 'time'
  // The chamber gets warmer with the core, so that the surface is never much hotter.
  if (end === 'difference' && oven.probePlugged)
    oven.setTempC = Math.max(30, Math.min(stage.Temp, oven.coreC + (stage.TempDifference ?? 0)))
  // An open door stops the clock, and also heat and fan.
  if (!oven.doorOpen) oven.stageElapsedMs += dtMs
  oven.programElapsedMs += dtMs
  const happenings: Happening[] = []
  if (byProbe && !oven.probePlugged && !oven.alarmed.probe && oven.stageElapsedMs > 60_000) {
    oven.alarmed.probe = true
    happenings.push({ event: 'CoreProbeMissing', output: { Stage: oven.stage } })
  }
  const planned = plannedMs(stage) + oven.extraMs
  const hasCore = byProbe && oven.probePlugged && oven.coreC >= stage.CoreTarget
  const isOvertime = oven.stageElapsedMs >= (byProbe && oven.probePlugged ? 4 * planned + 600_000 : planned)
  if (!hasCore && !isOvertime) return happenings
  noteEnd(oven, endingOf(stage, hasCore))
  if (oven.stage < oven.program.stages.length) {
    beginStage(oven, oven.stage + 1)
    return happenings
  }
  oven.cookCount += 1
  happenings.push({
    event: 'ProgramCompleted',
    output: {
      ProgramId: oven.program.id,
      ProgramName: oven.program.name,
      Minutes: Math.min(10_080, Math.round(oven.programElapsedMs / minuteMs)),
      CoreTemp: Math.round(oven.coreC * 10) / 10,
      Energy: Math.round((oven.energyKwh - oven.programStartKwh) * 100) / 100,
    },
  })
  if (oven.recipe !== null)
    happenings.push({
      event: recipeFunctions.cooked,
      output: {
        Id: oven.recipe.id,
        Version: oven.recipe.version,
        Minutes: Math.min(10_080, Math.round(oven.programElapsedMs / minuteMs)),
        Energy: Math.round((oven.energyKwh - oven.programStartKwh) * 100) / 100,
      },
    })
  enter(oven, 'completed')
  return happenings
}

/** Without a planned time the core temperature ends the stage, after two hours at the latest. */
const plannedMs = (stage: Stage): number =>
  (stage.Minutes > 0 || endOf(stage) === 'time' ? stage.Minutes : 120) * minuteMs

/** Ends by its own rule, or by time if the core was not reached or the probe is not plugged in. */
function endingOf(stage: Stage, hasCore: boolean): StageEnding {
  if (isPreset(stage)) return 'preset'
  if (endOf(stage) === 'time' || !hasCore) return 'timed'
  return endOf(stage) === 'difference' ? 'difference' : 'core'
}
