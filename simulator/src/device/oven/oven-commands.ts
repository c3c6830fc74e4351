import { ovenAnswers } from '@brigade/contract/recipe/oven-document.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { Answer, Call } from '../call/calls.ts'
import type { RecipeShelf } from './recipe-shelf.ts'
import { enter, stageLeftMs, start, startRecipe, startWash, stop, washMinutesOf } from './oven-program.ts'
import type { Oven } from './oven-state.ts'
import { settledStage, type Stage } from './programs.ts'

const wrong: Answer = { code: 460, message: 'request parameter error' }
const doorOpen: Answer = { code: 5001, message: 'the door is open' }
const busy: Answer = { code: 5002, message: 'the oven is busy' }
const faulty: Answer = { code: 5003, message: 'a fault is active' }
const done: Answer = { code: 200 }

/** Executes a call on the oven in place, and returns its answer. The call has passed its thing model (given-model.ts). */
/** `shelf`: the recipes that it keeps. */
export function obeyOvenCall(oven: Oven, call: Call, shelf?: RecipeShelf): Answer {
  if (call.identifier === recipeFunctions.startCooking) return cook(oven, call.params, shelf)
  if (call.kind === 'service') return serve(oven, call.identifier, call.params)
  for (const [identifier, value] of Object.entries(call.params)) {
    if (typeof value === 'number') setProperty(oven, identifier, value)
  }
  return done
}

function cook(oven: Oven, params: Call['params'], shelf: RecipeShelf | undefined): Answer {
  const kept = shelf?.cookable(String(params['Id']), Number(params['Version']))
  if (kept === undefined) return { code: ovenAnswers.notHeld, message: 'no such recipe' }
  const refusal = whyNot(oven)
  if (refusal !== undefined) return refusal
  startRecipe(oven, kept)
  return { code: 200, data: { StageCount: kept.program.stages.length } }
}

/** Returns why nothing can be started now. */
function whyNot(oven: Oven): Answer | undefined {
  if (oven.workState === 'error') return faulty
  if (oven.workState === 'cooking' || oven.workState === 'washing') return busy
  return oven.doorOpen ? doorOpen : undefined
}

function setProperty(oven: Oven, identifier: string, value: number): void {
  switch (identifier) {
    case 'SetTemp':
      oven.setTempC = value
      break
    case 'CoreTarget':
      oven.coreTargetC = value
      break
    case 'SetHumidity':
      oven.setHumidity = value
      break
    case 'FanSpeed':
      oven.fanSpeed = value
      break
    case 'FanReverse':
      oven.fanReverse = value === 1
      break
    case 'Light':
      oven.light = value === 1
      break
    case 'ChildLock':
      oven.locked = value === 1
      break
    case 'Volume':
      oven.volume = value
      break
    default:
  }
}

function serve(oven: Oven, identifier: string, params: Call['params']): Answer {
  const number = (name: string): number => Number(params[name])
  switch (identifier) {
    case 'StartProgram': {
      const stages = readStages(params['Stages'])
      if (stages.length === 0) return wrong
      const refusal = whyNot(oven)
      if (refusal !== undefined) return refusal
      start(oven, { id: number('ProgramId'), name: String(params['ProgramName']), stages })
      return { code: 200, data: { StageCount: stages.length } }
    }
    case 'StopCooking':
      if (oven.workState === 'error') return faulty
      stop(oven)
      oven.idleMs = 10 * minuteMs
      return done
    case 'Preheat':
      if (oven.workState === 'error') return faulty
      if (oven.workState === 'cooking' || oven.workState === 'washing') return busy
      oven.program = null
      oven.setTempC = number('Temp')
      oven.integral = 0
      enter(oven, 'preheating')
      return done
    case 'AddTime':
      if (oven.workState !== 'cooking') return { code: 5005, message: 'nothing is cooking' }
      oven.extraMs += number('Minutes') * minuteMs
      return { code: 200, data: { StageRemaining: Math.min(86_400, Math.round(stageLeftMs(oven) / 1000)) } }
    case 'StartWash':
      if (oven.workState === 'error') return faulty
      if (oven.workState === 'cooking') return busy
      if (oven.doorOpen) return doorOpen
      startWash(oven, number('WashProgram'))
      return { code: 200, data: { Minutes: washMinutesOf(oven.washProgram) } }
    case 'FactoryReset':
      if (oven.workState === 'cooking' || oven.workState === 'washing') return busy
      Object.assign(oven, {
        setTempC: 180,
        setHumidity: 30,
        coreTargetC: 0,
        fanSpeed: 80,
        fanReverse: false,
        light: false,
        locked: false,
        volume: 60,
      })
      return done
    case 'Identify':
      oven.identifyMs = number('Seconds') * 1000
      return done
    case 'SelfTest': {
      const [fault] = oven.faults
      return { code: 200, data: fault === undefined ? { Passed: 1, Text: 'OK' } : { Passed: 0, Text: fault } }
    }
    default:
      return { code: 5004, message: 'no such service' }
  }
}

function readStages(value: unknown): Stage[] {
  if (!Array.isArray(value)) return []
  const stages = value.map((item: Readonly<Record<string, unknown>>) => settledStage(readStage(item)))
  return stages.includes(undefined) ? [] : stages.filter((stage) => stage !== undefined)
}

function readStage(item: Readonly<Record<string, unknown>>): Stage {
  const optional = (['EndsBy', 'TempDifference', 'Pause', 'Preset'] as const).flatMap((name) => {
    const value = item[name]
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  return {
    Mode: Number(item['Mode']),
    Temp: Number(item['Temp']),
    Minutes: Number(item['Minutes']),
    Humidity: Number(item['Humidity']),
    FanSpeed: Number(item['FanSpeed']),
    FanReverse: Number(item['FanReverse']),
    CoreTarget: Number(item['CoreTarget']),
    ...Object.fromEntries(optional),
  }
}
