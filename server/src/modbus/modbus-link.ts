import { z } from 'zod'
import { repeat } from '../platform/repeat.ts'
import { serialQueue } from '../platform/serial-queue.ts'
import type { Connected, Incoming } from '../platform/mqtt/mqtt-hooks.ts'
import type { CommandToSend } from '../command/command.store.ts'
import type { Entry, EntryReader, LinkedDevice } from '../telemetry/messages/message.ts'
import { listModemIds } from './modbus.store.ts'
import { isOfLine, lineReader, takeMessage } from './modem-messages.ts'
import { drop, notePresence, unitOf, type ModbusParts } from './modem-state.ts'
import { usualRhythm, type Rhythm } from './poll-units.ts'
import { refreshUnits } from './refresh-units.ts'
import { takeCommand, writeDesired } from './unit-commands.ts'

type ModbusLink = Readonly<{
  connected: (connection: Connected, device: LinkedDevice) => void
  disconnected: (connection: Connected) => void
  /**
   * Reads a message on arrival: the next request is sent while this answer is stored. Undefined if it did not arrive
   * over a line.
   */
  arrived: (message: Incoming) => readonly Entry[] | undefined
  readers: readonly EntryReader[]
  /** Devices whose connections are needed even if they are not connected to this process. */
  listNeeded: () => Promise<string[]>
  /**
   * The units that count as online here. They have no connection of their own; the stand-in has a key that no client
   * has.
   */
  online: () => readonly Readonly<{ deviceId: string; connection: Connected }>[]
  /** Records again that a unit is online; false if the connection is no unit's placeholder. */
  reportOnline: (connection: Connected) => boolean
  /** Whether a unit, or a modem that is a unit itself, is polled here. */
  polls: (deviceId: string) => boolean
  takes: (command: Pick<CommandToSend, 'id' | 'deviceId'>) => Promise<boolean>
  /** Must be called when units or thing models may have changed. */
  refresh: () => void
  /** Handles NOTIFY `push`: desired values of units. */
  onPush: (payload: unknown) => void
  stop: () => Promise<void>
}>

type Options = Omit<ModbusParts, 'rhythm' | 'arriving' | 'modems' | 'modemOf'> &
  Readonly<{ rhythm?: Partial<Rhythm> | undefined }>

const DesiredNotice = z.object({ desired: z.array(z.string()).default([]) })

/** Interval of refreshing without a notification. */
const refreshEveryMs = 10_000
/** Modems that connect within this time are looked up together. */
const gatheringMs = 100
/** No client can have this key: the keys of connections contain an ampersand. */
const standIn = 'unit '

/**
 * A plug-in of the link: polls Modbus devices through modems, writes to them, and reports their answers
 * (docs/modbus.md).
 */
export function startModbus({ rhythm, ...options }: Options): ModbusLink {
  const parts: ModbusParts = {
    ...options,
    rhythm: { ...usualRhythm, ...rhythm },
    arriving: new Map(),
    modems: new Map(),
    modemOf: new Map(),
  }
  const { db, arriving, modems } = parts
  const refreshing = startRefreshing(parts)
  let gathering: NodeJS.Timeout | undefined

  return {
    connected: (connection, device) => {
      arriving.set(connection, device)
      gathering ??= setTimeout(() => {
        gathering = undefined
        void refreshing.now()
      }, gatheringMs)
    },
    disconnected: (connection) => {
      arriving.delete(connection)
      const modem = modems.get(connection.key)
      if (modem?.connection === connection) drop(parts, modem, 'gateway_offline')
    },
    arrived: (message) => (isOfLine(message.topic) ? takeMessage(parts, message) : undefined),
    readers: [lineReader(parts)],
    listNeeded: () => listModemIds(db),
    online: () =>
      [...modems.values()].flatMap(({ connection, units }) =>
        units
          .filter((unit) => unit.isBehind && unit.isThere)
          .map(({ device }) => ({ deviceId: device.id, connection: { ...connection, key: `${standIn}${device.id}` } })),
      ),
    reportOnline: ({ key }) => {
      if (!key.startsWith(standIn)) return false
      const found = unitOf(parts, key.slice(standIn.length))
      if (found?.unit.isThere === true) notePresence(parts, found.modem, found.unit, true, 'sub_login')
      return true
    },
    polls: (deviceId) => unitOf(parts, deviceId) !== undefined,
    takes: (command) => takeCommand(parts, command),
    refresh: () => void refreshing.now(),
    onPush: (payload) => {
      const notice = DesiredNotice.safeParse(payload)
      for (const id of notice.success ? notice.data.desired : []) {
        const found = unitOf(parts, id)
        if (found?.unit.isThere === true)
          found.polling.first(found.unit, (giveWay) => writeDesired(parts, found, giveWay))
      }
    },
    stop: async () => {
      clearTimeout(gathering)
      await refreshing.stop()
      const polling = [...modems.values()].map(async (modem) => {
        drop(parts, modem, 'server_restart')
        await modem.polling?.stop()
      })
      await Promise.all(polling)
    },
  }
}

/** Refreshes the units now and then, one refresh after another. */
function startRefreshing(parts: ModbusParts) {
  const { log } = parts
  const onErrorMessage = 'Modbus units could not be looked for yet'
  const working = serialQueue({ log, onErrorMessage })
  const now = () => {
    working.add(() => refreshUnits(parts))
    return working.settled()
  }
  const keeping = repeat(now, { pauseMs: refreshEveryMs, log, onErrorMessage })
  return {
    now,
    stop: async () => {
      await keeping.stop()
      await working.settled()
    },
  }
}
