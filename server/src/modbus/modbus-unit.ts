import type { DroppedReason } from '@brigade/contract/telemetry/message.model.ts'
import { checkReport, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { exceptions, type ModbusAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { nothing, kept, type LinkedDevice, type ReadMessage } from '../telemetry/messages/message.ts'
import { placesOf, planReads, valueOf, type ReadRange } from './plan-reads.ts'

/** A request that is repeated at an interval. */
export type Poll = {
  range: ReadRange
  dueAt: number
  /** The unit refuses the register, which is polled rarely then. */
  isRefused?: boolean
  /** How many times in a row the unit could not answer. */
  failures?: number
}

/** One Modbus device: behind a modem at an address of its line, or the device that holds the connection itself. */
export type Unit = {
  readonly device: LinkedDevice
  address: number
  /** It has no connection of its own: it is online while it answers. */
  readonly isBehind: boolean
  model: ThingModel
  polls: Poll[]
  /** Last reported values, for properties that are reported on change only. */
  readonly reported: Map<string, Value>
  /** Consecutive requests without an answer. */
  silent: number
  /** No request is sent before this time; the pauses grow while the unit is silent. */
  restUntil: number
  isThere: boolean
  /** Before it was there it gave exceptions alone. */
  hasRefused: boolean
}

/** The polls of a model; an existing poll keeps its due time, unless it was refused. */
export function pollsFor(model: ThingModel, before: readonly Poll[], nowMs: number): Poll[] {
  const taken = before.filter(({ isRefused }) => isRefused !== true)
  const dueAts = new Map(taken.map(({ range, dueAt }) => [keyOf(range), dueAt]))
  return planReads(model).map((range) => ({ range, dueAt: dueAts.get(keyOf(range)) ?? nowMs }))
}
const keyOf = ({ protocol, table, address, count, everyMs }: ReadRange): string =>
  [protocol, table, address, count, everyMs].join()

/** Whether any of these is a property of the unit that has a register. */
export const livesInRegisters = ({ model }: Unit, params: Readonly<Record<string, Value>>): boolean =>
  placesOf(model).some(({ identifier }) => Object.hasOwn(params, identifier))

/** The result for bytes that are not stored. */
export const droppedAs = (reason: DroppedReason, hex: string) => ({
  ...nothing(),
  outcome: 'refused' as const,
  dropped: [{ identifier: '', reason, value: hex.slice(0, 200) }],
})

/** Exceptions of Modbus (MODBUS Application Protocol V1.1b3, 7), as reasons why a value was not stored. */
const exceptionReasons: ReadonlyMap<number, DroppedReason> = new Map([
  [exceptions.illegalFunction, 'illegalFunction'],
  [exceptions.illegalAddress, 'illegalAddress'],
  [exceptions.illegalValue, 'illegalValue'],
  [exceptions.unitFailure, 'unitFailure'],
  [exceptions.acknowledged, 'acknowledged'],
  [exceptions.busy, 'busy'],
  [exceptions.gatewayPath, 'gatewayPath'],
  [exceptions.gatewayTarget, 'gatewayTarget'],
])
export const exceptionReason = (code: number): DroppedReason => exceptionReasons.get(code) ?? 'modbusException'

/**
 * Reads an answer as a report of the unit's properties, without unchanged values of properties that are reported on
 * change.
 */
export function readValues(unit: Unit, range: ReadRange, answer: ModbusAnswer, receivedAt: number): ReadMessage {
  if (answer.kind === 'exception') {
    const { code } = answer
    const dropped = range.places.map(({ identifier }) =>
      kept({ identifier, reason: exceptionReason(code), value: code }),
    )
    return { ...nothing(), outcome: 'refused', dropped }
  }
  const params: Record<string, number | string> = {}
  const unreadable: string[] = []
  for (const place of range.places) {
    const value = valueOf(place, range, answer)
    if (value === undefined) unreadable.push(place.identifier)
    else params[place.identifier] = value
  }
  const { accepted, dropped } = checkReport(params, unit.model)
  const onChange = new Set(
    range.places.filter(({ modbus }) => modbus.trigger === 'onChange').map(({ identifier }) => identifier),
  )
  const news = accepted.filter(
    ({ identifier, value }) => !onChange.has(identifier) || unit.reported.get(identifier) !== value,
  )
  for (const { identifier, value } of news) unit.reported.set(identifier, value)
  return {
    ...nothing(),
    outcome: dropped.length + unreadable.length > 0 ? 'partly' : 'stored',
    dropped: [
      ...dropped.map(kept),
      ...unreadable.map((identifier) => kept({ identifier, reason: 'range', value: null })),
    ],
    values: news.map(({ identifier, value }) => ({ identifier, value, timeMs: receivedAt, isDeviceTime: false })),
  }
}
