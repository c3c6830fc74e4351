import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Answer, Call } from '../call/calls.ts'
import { coolerDefaults, isFreezing } from './cooler-state.ts'
import type { Cooler } from './cooler-state.ts'
import { startDefrost, stopDefrost } from './cooler.ts'

const done: Answer = { code: 200 }

/** Executes a call on the refrigerator in place, and returns its answer. The call has passed its thing model (given-model.ts). */
export function obeyCoolerCall(cooler: Cooler, call: Call): Answer {
  if (call.kind === 'property.set') {
    for (const [identifier, value] of Object.entries(call.params)) setProperty(cooler, identifier, Number(value))
    return done
  }
  switch (call.identifier) {
    case 'StartDefrost':
      if (cooler.standby) return { code: 5002, message: 'the cabinet is in standby' }
      if (!cooler.defrosting) startDefrost(cooler, 1)
      return { code: 200, data: { FrostLevel: Math.round(cooler.frost) } }
    case 'StopDefrost':
      if (!cooler.defrosting) return { code: 5005, message: 'no defrost is running' }
      stopDefrost(cooler)
      return done
    case 'FactoryReset': {
      const setPointC = isFreezing(cooler) ? -20 : 3
      Object.assign(cooler, { ...coolerDefaults, setPointC, highLimitC: setPointC + 7, lowLimitC: setPointC - 5 })
      return done
    }
    case 'Identify':
      cooler.identifyMs = Number(call.params['Seconds']) * 1000
      return done
    default:
      return { code: 5004, message: 'no such service' }
  }
}

function setProperty(cooler: Cooler, identifier: string, value: number): void {
  switch (identifier) {
    case 'SetPoint':
      cooler.setPointC = value
      break
    case 'SetDifferential':
      cooler.differentialK = value
      break
    case 'HighLimit':
      cooler.highLimitC = value
      break
    case 'LowLimit':
      cooler.lowLimitC = value
      break
    case 'AlarmDelay':
      cooler.alarmDelayMs = value * minuteMs
      break
    case 'DefrostInterval':
      cooler.defrostIntervalMs = value * hourMs
      cooler.untilDefrostMs = Math.min(cooler.untilDefrostMs, cooler.defrostIntervalMs)
      break
    case 'DefrostMinutes':
      cooler.longestDefrostMs = value * minuteMs
      break
    case 'DefrostEndTemp':
      cooler.defrostEndC = value
      break
    case 'Light':
      cooler.light = value === 1
      break
    case 'Standby':
      cooler.standby = value === 1
      cooler.defrosting = false
      break
    default:
  }
}
