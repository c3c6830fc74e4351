import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCan } from '../../platform/can.ts'
import { screensOf } from '../../platform/menus.ts'
import { onPresence } from '../../platform/live/presence.ts'
import { shareReads } from '../../platform/live/shared-reads.ts'
import { ask } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { waitingPath } from './waiting-address.ts'

/** Polled, as the list of what is wrong is: asking does not prolong the session. Own acts read it again at once. */
const againMs = 15_000
/** Each page has a turn of its own, so that one of those in sight asks for all. */
const ownTurnMs = Math.random() * 3000

const reads = {
  oven: ask(faultApi.totals, { kind: 'oven' }, { quiet: true }),
  cooler: ask(faultApi.totals, { kind: 'cooler' }, { quiet: true }),
  task: ask(upgradeTaskApi.taskFigures, {}, { quiet: true }),
}
const sharedKeys = Object.values(reads).map(({ queryKey }) => queryKey)

/** The pages of one session and one version share them while somebody can see them; a browser keeps no page to go back to whose channel is open. */
function useSharedReads(): void {
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  useEffect(() => {
    if (token === null) return undefined
    let stop: (() => void) | undefined
    const share = (isPresent: boolean): void => {
      stop?.()
      stop = isPresent ? shareReads(client, `brigade.${import.meta.env.VITE_VERSION}.${token}`, sharedKeys) : undefined
    }
    share(true)
    const stopLooking = onPresence(share)
    return () => {
      stopLooking()
      stop?.()
    }
  }, [client, token])
}

/** How much waits behind an address of the menu; no entry where it is not known, or nothing waits. */
export type WaitingWork = Readonly<Record<string, { count: number; what: 'open' | 'approve' }>>

/** The work that waits for the signed-in person: open faults and alarms that they see, and upgrade tasks that they may approve. */
export function useWaitingWork(menus: readonly MenuEntry[]): WaitingWork {
  const can = useCan()
  const isHere = useSession(({ user, expired }) => user !== null && !expired)
  const urls = new Set(screensOf(menus).map(({ entry }) => entry.url))
  const seesFaults = isHere && can('fault:view')
  const each = { refetchInterval: againMs + ownTurnMs }
  useSharedReads()
  const oven = useQuery({
    ...reads.oven,
    ...each,
    enabled: seesFaults && urls.has(waitingPath.oven),
  })
  const cooler = useQuery({
    ...reads.cooler,
    ...each,
    enabled: seesFaults && urls.has(waitingPath.cooler),
  })
  const task = useQuery({
    ...reads.task,
    ...each,
    enabled: isHere && urls.has(waitingPath.task) && can('firmware-task:view') && can('firmware-task:approve'),
  })
  return Object.fromEntries(
    [
      { url: waitingPath.oven, what: 'open' as const, count: oven.data?.open ?? 0 },
      { url: waitingPath.cooler, what: 'open' as const, count: cooler.data?.open ?? 0 },
      { url: waitingPath.task, what: 'approve' as const, count: task.data?.waitingForMe ?? 0 },
    ]
      .filter(({ count }) => count > 0)
      .map(({ url, ...waits }) => [url, waits]),
  )
}
