import { readSerialFrame, serialFrame } from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { happens, type Chance } from '../../random.ts'
import type { LineFaults } from '../simulated-device.ts'
import type { RegisterBank } from './register-bank.ts'

export type SlaveUnit = Readonly<{
  address: number
  bank: RegisterBank
  /** Values as they are now, to be put into the registers before they are read. */
  values: () => Readonly<Record<string, unknown>>
  /** Applies written values. */
  obey: (values: Readonly<Record<string, number | string>>) => void
  isSilent: () => boolean
}>

export type SerialLine = Readonly<{
  faults: LineFaults
  /** Response of the line to these bytes; null if there is none. */
  answer: (frame: Uint8Array) => Uint8Array | null
  /** Requests and their outcomes, as a modem counts them. */
  counts: () => Readonly<{ answered: number; unanswered: number; damaged: number }>
}>

/** Modbus RTU units on one RS-485 line: only the addressed unit answers. */
export function serialLine(units: readonly SlaveUnit[], chance: Chance): SerialLine {
  const faults: LineFaults = { lost: 0, damaged: 0 }
  let answered = 0
  let unanswered = 0
  let damaged = 0
  return {
    faults,
    counts: () => ({ answered, unanswered, damaged }),
    answer: (frame) => {
      const unit = units.find(({ address }) => address === frame[0])
      const request = unit === undefined ? null : readSerialFrame(unit.address, frame)
      if (unit === undefined || request === null || unit.isSilent() || happens(chance, faults.lost)) {
        unanswered += 1
        return null
      }
      unit.bank.put(unit.values())
      const { answer, written } = unit.bank.answer(request)
      if (Object.keys(written).length > 0) unit.obey(written)
      const sent = serialFrame(unit.address, answer)
      answered += 1
      if (!happens(chance, faults.damaged)) return sent
      damaged += 1
      const last = sent.length - 1
      sent[last] = (sent[last] ?? 0) ^ 0x55
      return sent
    },
  }
}
