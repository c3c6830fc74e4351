import { z } from 'zod'
import { downTopics, upTopics } from '@brigade/contract/device/device.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { keepDoing } from '../../platform/keep-doing.ts'
import type { Log } from '../../platform/log.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import type { Gateway } from '../../platform/mqtt/gateway.ts'
import type { Connected, Incoming } from '../../platform/mqtt/gateway-hooks.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { claimCommands } from '../command/command.store.ts'
import type { CommandToSend } from '../command/command.store.ts'
import { closeByReply, failCommand, markAcknowledged } from '../command/command-outcome.store.ts'
import type { CommandFailure } from '../command/command-outcome.store.ts'
import type { TraceDown } from '../connect/trace-down.ts'
import type { EntryReader } from '../ingest.ts'
import { nothing } from '../link/message.ts'
import type { Entry, LinkedDevice } from '../link/message.ts'
import type { Presence } from '../presence.store.ts'
import { findDesired } from '../record/desired.store.ts'
import { openLine } from './modbus-line.ts'
import type { Line, Taken } from './modbus-line.ts'
import { droppedAs, livesInRegisters, pollsFor } from './modbus-unit.ts'
import type { Unit } from './modbus-unit.ts'
import { findParams, listModems, listUnits } from './modbus.store.ts'
import { placesOf } from './plan-reads.ts'
import { pollUnits, usualRhythm } from './poll-units.ts'
import type { Polling, Rhythm, Said } from './poll-units.ts'
import { writeValues } from './write-values.ts'
import type { ReadBack, Wanted } from './write-values.ts'

export type ModbusLink = Readonly<{
  connected: (connection: Connected, device: LinkedDevice) => void
  disconnected: (connection: Connected) => void
  /** As each message arrives: the next question goes out while this answer is written. */
  hear: (message: Incoming) => void
  /** What a message that was heard says; undefined where it came over no line. */
  heard: (message: Incoming) => readonly Entry[] | undefined
  reader: EntryReader
  /** The units that count as online here. They have no connection of their own; what stands for it has a key of none. */
  online: () => readonly Readonly<{ deviceId: string; connection: Connected }>[]
  /** Writes again that a unit is online; false where this stands for none. */
  sayOnline: (connection: Connected) => boolean
  /** Whether a unit, or a modem that is one, is polled here. */
  polls: (deviceId: string) => boolean
  /** Takes a command whose values live in registers: true where it is done here, and not to be sent as Alink. */
  takes: (command: Pick<CommandToSend, 'id' | 'deviceId'>) => Promise<boolean>
  /** Units or thing models may have changed. */
  refresh: () => void
  /** For NOTIFY `tell`: values that units shall have. */
  onTell: (payload: unknown) => void
  stop: () => Promise<void>
}>

const Told = z.object({ desired: z.array(z.string()).default([]) })

type Failure = Readonly<{ error: CommandFailure; code?: number }>

type Options = Readonly<{
  db: Db
  clock: Clock
  log: Log
  gateway: Pick<Gateway, 'send'>
  note: (change: Presence) => void
  trace: TraceDown
  rhythm?: Partial<Rhythm> | undefined
  /**
   * Whether units are there outlives this process: another goes on polling them, and a modem that goes takes them with it
   * by what stands in the database.
   */
  isShared?: boolean
}>

/** A modem that is connected here, with its line. */
type Modem = {
  readonly connection: Connected
  readonly device: LinkedDevice
  readonly line: Line<Said>
  units: Unit[]
  polling: Polling | undefined
}

/** What no notification announced is looked for this often. */
const refreshEveryMs = 10_000
/** Modems that connect within this are looked up together. */
const gatheringMs = 100

/** Polls Modbus devices through the modems connected here, writes to them, and makes reports of what they answer (docs/modbus.md). */
export function startModbus(options: Options): ModbusLink {
  const { db, clock, log, gateway, note, trace, rhythm: own = {}, isShared = false } = options
  const rhythm: Rhythm = { ...usualRhythm, ...own }
  const arriving = new Map<Connected, LinkedDevice>()
  const modems = new Map<string, Modem>()
  /** The modem of each unit. */
  const modemOf = new Map<string, Modem>()
  const heard = new WeakMap<Incoming, readonly Entry[]>()
  const trouble = 'Modbus units could not be looked for yet'
  const refreshing = oneByOne({ log, trouble })
  let gathering: NodeJS.Timeout | undefined

  async function admit(): Promise<void> {
    const some = [...arriving]
    if (some.length === 0) return
    const found = await listModems(db, [...new Set(some.map(([, device]) => device.id))])
    for (const [connection, device] of some) {
      // Gone while it was looked for.
      if (!arriving.delete(connection) || !found.has(device.id)) continue
      const topic = topicName(downTopics.rawDown, device)
      const line = openLine<Said>({
        send: (frame) => gateway.send(connection.key, topic, Buffer.from(frame)),
        answerMs: rhythm.answerMs,
      })
      modems.set(connection.key, { connection, device, line, units: [], polling: undefined })
    }
  }

  async function refresh(): Promise<void> {
    await admit()
    const byId = new Map([...modems.values()].map((modem) => [modem.device.id, modem]))
    const known = Map.groupBy(await listUnits(db, [...byId.keys()]), ({ modemId }) => modemId)
    for (const [id, modem] of byId) {
      const units: Unit[] = []
      for (const { device, address, isBehind, isOnline, reported } of known.get(id) ?? []) {
        const published = await publishedModel(db, device.productId)
        if (published === undefined || address === null) continue
        const before = modem.units.find((unit) => unit.device.id === device.id && unit.isBehind === isBehind)
        const unit = before ?? {
          device,
          address,
          isBehind,
          model: published.model,
          polls: pollsFor(published.model, [], performance.now()),
          reported: new Map<string, Value>(Object.entries(reported).map(([identifier, { v }]) => [identifier, v])),
          silent: 0,
          restUntil: 0,
          isThere: isShared && isBehind && isOnline,
        }
        unit.address = address
        if (unit.model !== published.model) {
          unit.polls = pollsFor(published.model, unit.polls, performance.now())
          unit.model = published.model
        }
        units.push(unit)
      }
      for (const gone of modem.units) if (!units.includes(gone)) leave(modem, gone, 'removed')
      modem.units = units
      for (const { device } of units) modemOf.set(device.id, modem)
      if (units.length > 0 && modem.polling === undefined && modems.get(modem.connection.key) === modem) {
        modem.polling = pollUnits({
          line: modem.line,
          units: () => modem.units,
          rhythm,
          onSilent: (unit) => leave(modem, unit, 'unit_silent'),
        })
      }
      modem.polling?.wake()
    }
  }
  const wanted = () => {
    refreshing.add(refresh)
    return refreshing.settled()
  }
  const keeping = keepDoing(wanted, { pauseMs: refreshEveryMs, log, trouble })

  function presence({ connection }: Modem, unit: Unit, online: boolean, reason: Presence['reason']) {
    unit.isThere = online
    const { address } = connection
    note({ deviceId: unit.device.id, online, reason, address, protocol: 'Modbus', atMs: clock.now() })
  }
  /** What was wanted of it while it was away is written first. */
  function arrive(modem: Modem, unit: Unit) {
    unit.isThere = true
    if (unit.isBehind) presence(modem, unit, true, 'sub_login')
    modem.polling?.first(() => desire(modem, unit))
  }
  function leave(modem: Modem, unit: Unit, reason: Presence['reason']) {
    if (reason === 'removed') modemOf.delete(unit.device.id)
    if (unit.isBehind && unit.isThere) presence(modem, unit, false, reason)
    unit.isThere = false
  }

  function drop(modem: Modem, reason: 'gateway_offline' | 'server_restart') {
    modem.line.close()
    void modem.polling?.stop()
    if (modems.get(modem.connection.key) === modem) modems.delete(modem.connection.key)
    if (!isShared) for (const unit of modem.units) leave(modem, unit, reason)
    for (const { device } of modem.units) if (modemOf.get(device.id) === modem) modemOf.delete(device.id)
  }

  /** Undefined where raw bytes of this connection are none of Modbus. */
  function take(message: Incoming): readonly Entry[] | undefined {
    const modem = modems.get(message.key)
    if (modem === undefined) return undefined
    const taken = modem.line.take(message.payload, message.receivedAt)
    if (taken.kind === 'answered') {
      const unit = modem.units.find(({ device }) => device.id === taken.read.device.id)
      if (unit !== undefined && !unit.isThere) arrive(modem, unit)
    }
    return [entryOf(modem, message, taken)]
  }

  function entryOf(modem: Modem, message: Incoming, taken: Taken<Said>): Entry {
    const { key, topic, payload, again, receivedAt } = message
    const hex = payload.toString('hex')
    const base = { device: modem.device, key, topic, payload: hex, again, receivedAt }
    switch (taken.kind) {
      case 'answered': {
        const { device, read } = taken.read
        const values = Object.fromEntries(read.values.map(({ identifier, value }) => [identifier, value]))
        const decoded = JSON.stringify({ asked: Buffer.from(taken.asked).toString('hex'), values })
        return { ...base, device, payload: `${hex}\n${decoded}`, read, ...throughOf(modem, device) }
      }
      case 'damaged': {
        // Seen where its values are missing.
        const { device } = modem.units.find(({ address }) => address === taken.unit) ?? modem
        return { ...base, device, read: droppedAs('checksum', hex), ...throughOf(modem, device) }
      }
      case 'piece':
        return { ...base, read: { ...nothing(), outcome: 'stored' } }
      case 'unasked':
        return { ...base, read: droppedAs('unasked', hex) }
    }
  }

  const reader: EntryReader = {
    reads: (topic) => matchTopic(upTopics.rawUp, topic) !== null || matchTopic(upTopics.rawDownReply, topic) !== null,
    read: (_db, message, { device, through }) => {
      const { key, topic, again, receivedAt } = message
      const payload = message.payload.toString('hex')
      const other: Entry = {
        device,
        key,
        topic,
        payload,
        again,
        receivedAt,
        read: { ...nothing(), outcome: 'unknown' },
      }
      const entries = heard.get(message) ?? take(message) ?? [through === undefined ? other : { ...other, through }]
      // A batch that failed is read again; the line has moved on since.
      heard.set(message, entries)
      return Promise.resolve(entries)
    },
  }

  const unitOf = (deviceId: string) => {
    const modem = modemOf.get(deviceId)
    const unit = modem?.units.find(({ device }) => device.id === deviceId)
    return modem?.polling === undefined || unit === undefined ? undefined : { modem, unit, polling: modem.polling }
  }

  async function takes({ id, deviceId }: Pick<CommandToSend, 'id' | 'deviceId'>): Promise<boolean> {
    const found = unitOf(deviceId)
    if (found === undefined) return false
    const { modem, unit, polling } = found
    // A modem that is its own unit speaks Alink too, about itself.
    if (!unit.isBehind && !livesInRegisters(unit, await findParams(db, id))) return false
    const [command] = await claimCommands(db, [id], clock.now())
    if (command !== undefined) polling.first(() => obey(modem, unit, command))
    return true
  }

  /** Each alone: one that cannot be had keeps no other waiting. What is read back as wanted is wanted no longer. */
  async function desire(modem: Modem, unit: Unit): Promise<void> {
    try {
      const { desired } = await findDesired(db, unit.device.id)
      for (const place of placesOf(unit.model)) {
        const wanted = desired[place.identifier]
        if (wanted === undefined) continue
        // To be reported even where it is as it was.
        unit.reported.delete(place.identifier)
        const values = [{ place, value: wanted.v }]
        await writeValues({ line: modem.line, unit, wanted: values, onConfirmed: () => {}, close: () => ({}) })
      }
    } catch (error) {
      log.warn({ err: error }, 'Desired values could not be written to a Modbus unit')
    }
  }

  async function obey(modem: Modem, unit: Unit, command: CommandToSend): Promise<void> {
    const { id } = command
    try {
      const failed = await (command.kind === 'property.get' ? readNow : write)(modem, unit, command)
      if (failed !== undefined) await failCommand(db, id, failed.error, clock.now(), failed.code)
    } catch (error) {
      log.warn({ err: error }, 'A command to a Modbus unit was not closed')
    }
  }

  /** Asks for everything the unit has, whatever of it is wanted: a range is asked for as a whole. */
  async function readNow(modem: Modem, unit: Unit, { id, params }: CommandToSend): Promise<Failure | undefined> {
    const answered = await modem.polling?.everything(unit)
    if (answered !== 'answered') return { error: answered === 'damaged' ? 'modbusDamaged' : 'modbusSilent' }
    const values = Object.keys(params).flatMap((identifier) => {
      const value = unit.reported.get(identifier)
      return value === undefined ? [] : [[identifier, value] as const]
    })
    const reply = Object.fromEntries(values)
    await closeByReply(db, { deviceId: unit.device.id, commandId: id, code: 200, reply }, clock.now())
    return undefined
  }

  async function write(modem: Modem, unit: Unit, command: CommandToSend): Promise<Failure | undefined> {
    const { id, kind, params } = command
    const places = new Map(placesOf(unit.model).map((place) => [place.identifier, place]))
    const wantedValues: Wanted[] = []
    for (const [identifier, value] of Object.entries(params)) {
      const place = places.get(identifier)
      if (kind !== 'property.set' || place === undefined) return { error: 'modbusNoRegister' }
      wantedValues.push({ place, value })
    }
    if (wantedValues.length === 0) return { error: 'modbusNoRegister' }
    const said = JSON.stringify({ params })
    const through = unit.isBehind ? modem.device.deviceName : undefined
    const topic = topicName(downTopics.rawDown, modem.device)
    await trace([{ deviceId: unit.device.id, topic, payload: said, through }])
    const written = await writeValues({
      line: modem.line,
      unit,
      wanted: wantedValues,
      onConfirmed: () => {
        markAcknowledged(db, [id], clock.now()).catch((error: unknown) =>
          log.warn({ err: error }, 'An acknowledgement was not written'),
        )
      },
      close: (isAsWanted: boolean, readBack: ReadBack) => ({
        serve: async (trx) => {
          const now = clock.now()
          await (isAsWanted
            ? closeByReply(trx, { deviceId: unit.device.id, commandId: id, code: 200, reply: readBack }, now)
            : failCommand(trx, id, 'modbusDiffers', now))
          return { code: null, outcome: 'stored' }
        },
      }),
    })
    return written.kind === 'done' ? undefined : written
  }

  return {
    connected: (connection, device) => {
      arriving.set(connection, device)
      gathering ??= setTimeout(() => {
        gathering = undefined
        void wanted()
      }, gatheringMs)
    },
    disconnected: (connection) => {
      arriving.delete(connection)
      const modem = modems.get(connection.key)
      if (modem?.connection === connection) drop(modem, 'gateway_offline')
    },
    hear: (message) => {
      if (!reader.reads(message.topic)) return
      const entries = take(message)
      if (entries !== undefined) heard.set(message, entries)
    },
    heard: (message) => heard.get(message),
    reader,
    online: () =>
      [...modems.values()].flatMap(({ connection, units }) =>
        units
          .filter((unit) => unit.isBehind && unit.isThere)
          .map(({ device }) => ({ deviceId: device.id, connection: { ...connection, key: standInKey(device.id) } })),
      ),
    sayOnline: ({ key }) => {
      if (!key.startsWith(standIn)) return false
      const found = unitOf(key.slice(standIn.length))
      if (found?.unit.isThere === true) presence(found.modem, found.unit, true, 'sub_login')
      return true
    },
    polls: (deviceId) => unitOf(deviceId) !== undefined,
    takes,
    refresh: () => void wanted(),
    onTell: (payload) => {
      const told = Told.safeParse(payload)
      for (const id of told.success ? told.data.desired : []) {
        const found = unitOf(id)
        if (found?.unit.isThere === true) found.polling.first(() => desire(found.modem, found.unit))
      }
    },
    stop: async () => {
      clearTimeout(gathering)
      await keeping.stop()
      await refreshing.settled()
      const polling = [...modems.values()].map(async (modem) => {
        drop(modem, 'server_restart')
        await modem.polling?.stop()
      })
      await Promise.all(polling)
    },
  }
}

const throughOf = ({ device }: Modem, { id }: LinkedDevice) => (id === device.id ? {} : { through: device.deviceName })

/** No client may have it: an ampersand stands in the keys of connections. */
const standIn = 'unit '
const standInKey = (deviceId: string): string => `${standIn}${deviceId}`
