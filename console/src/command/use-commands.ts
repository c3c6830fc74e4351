import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallError } from '../platform/call-error.ts'
import { ask, useSend } from '../platform/query.ts'
import { isOpen, type Attempt } from './command-flight.tsx'

/** A success stays visible this long; a failure stays until it is dismissed. */
const successMs = 8000

type Unaddressed<T> = T extends unknown ? Omit<T, 'deviceId'> : never
/** The hook adds the address of the device, so an order omits it. */
export type Order = Unaddressed<RequestOf<typeof commandCalls.oven.sendCommand>>

export type Commands = {
  attempt: Attempt | null
  /** Open commands of all senders, and those sent from this screen whose outcome has not been dismissed. */
  flights: readonly CommandRow[]
  openCount: number
  /** The device was asked for its values and has not answered yet. */
  isReading: boolean
  send: (order: Order) => Promise<void>
  /** Requests all values of the device. */
  read: () => Promise<void>
  dismiss: (id: string) => void
  dismissAttempt: () => void
}

/** The panel shows the order without its password. */
const shownOf = (order: Order): Attempt['order'] =>
  order.kind === 'service'
    ? { kind: order.kind, identifier: order.identifier, params: order.params }
    : { kind: order.kind, params: order.params }

/** The call did not come through, or the server has no connection of the device: not a wrong password or value. */
const isUnreached = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.isTransport || error.key === 'device.offline' || error.key === 'device.sendFailed')

/** The commands of one device that matter now. The live stream moves them; after a deadline the ledger is read again. */
export function useCommands(kind: DeviceKind, deviceId: string): Commands {
  const client = useQueryClient()
  const calls = commandCalls[kind]
  const { data } = useQuery(ask(calls.commands, { id: deviceId }, { quiet: true }))
  const { mutateAsync } = useSend(calls.sendCommand, { quiet: true })
  const reading = useSend(calls.readValues)
  const [mine, setMine] = useState<readonly CommandRow[]>([])
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const rows = data?.list ?? []
  const known = new Map(rows.map((row) => [row.id, row]))
  const own = mine.map((row) => known.get(row.id) ?? row)
  const others = rows.filter((row) => isOpen(row) && !mine.some(({ id }) => id === row.id))
  const open = [...own, ...others].filter(isOpen)

  const nextDeadline = open.length === 0 ? null : Math.min(...open.map((row) => Date.parse(row.deadlineAt)))
  useEffect(() => {
    if (nextDeadline === null) return undefined
    const read = (): void => void client.invalidateQueries({ queryKey: [calls.commands.domain, calls.commands.name] })
    const timer = setTimeout(read, Math.max(1500, nextDeadline - Date.now() + 1500))
    return () => clearTimeout(timer)
  }, [nextDeadline, client, calls])

  const done = own
    .filter((row) => row.status === 'succeeded' && !dismissed.has(row.id))
    .map((row) => row.id)
    .join(',')
  useEffect(() => {
    if (done === '') return undefined
    const timer = setTimeout(() => setDismissed((before) => new Set([...before, ...done.split(',')])), successMs)
    return () => clearTimeout(timer)
  }, [done])

  const add = (rows: readonly CommandRow[]) =>
    setMine((before) => [...rows, ...before.filter(({ id }) => !rows.some((row) => row.id === id))].slice(0, 5))

  return {
    flights: [...own, ...others].filter((row) => isOpen(row) || !dismissed.has(row.id)),
    openCount: open.length,
    isReading: open.some((row) => row.kind === 'property.get'),
    attempt,
    send: async (order) => {
      const shown = shownOf(order)
      setAttempt({ order: shown, isFailed: false })
      try {
        add([await mutateAsync({ ...order, deviceId })])
        setAttempt(null)
      } catch (error) {
        setAttempt(isUnreached(error) ? { order: shown, isFailed: true } : null)
        throw error
      }
    },
    read: async () => {
      add(await reading.mutateAsync({ id: deviceId }))
    },
    dismiss: (id) => setDismissed((before) => new Set([...before, id])),
    dismissAttempt: () => setAttempt(null),
  }
}

/**
 * The last command that changed something on the device, of any sender, from the ledger; null if there is none, undefined while that
 * is not known. What only asked for values is left out.
 */
export function useLastCommand(kind: DeviceKind, deviceId: string): CommandRow | null | undefined {
  const { data } = useQuery(ask(commandCalls[kind].commands, { id: deviceId, changes: true }, { quiet: true }))
  return data === undefined ? undefined : (data.list[0] ?? null)
}
