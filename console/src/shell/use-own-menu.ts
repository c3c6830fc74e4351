import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { useLive } from '../platform/live.ts'
import { ask, makeStale } from '../platform/query.ts'
import { setMenus } from '../platform/session.ts'

const ownMenu = ask(sessionApi.menus, {})

/**
 * What the account may see and do, as the server has it now: asked for again as soon as it is something else. So is the own inbox,
 * whose changes come by the same stream: a browser opens six connections to one server, all windows together.
 */
export function useOwnMenu(enabled = true): void {
  const client = useQueryClient()
  const { data } = useQuery({ ...ownMenu, staleTime: 60_000, enabled })
  useEffect(() => {
    if (data !== undefined) setMenus(data)
  }, [data])
  const seen = useRef<string>(undefined)
  const readInbox = (): void => void readAnew(client, [messageApi.bell.domain, messageApi.bell.name])
  const seenInbox = useRef<number>(undefined)
  const hear = ({ version, inbox }: { version: string; inbox: number }): void => {
    // The inbox, too, may have been read before the stream began to listen.
    if (inbox !== seenInbox.current) readInbox()
    seenInbox.current = inbox
    const before = seen.current
    seen.current = version
    // The menu may have been read before the stream began to listen.
    if (before === undefined) void client.invalidateQueries({ queryKey: ownMenu.queryKey })
    else if (before !== version) void makeStale(client, sessionApi.menusLive)
  }
  useLive(sessionApi.menusLive, {}, hear, { enabled, isQuiet: true, onReconnect: readInbox })
}

/** A first read that is still under way would be waited for, though it may have begun before the change. */
async function readAnew(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
