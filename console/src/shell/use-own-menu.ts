import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { useLive } from '../platform/live.ts'
import { readAgain } from '../platform/live/read-again.ts'
import { ask, makeStale } from '../platform/query.ts'
import { setMenus } from '../platform/session.ts'

const ownMenu = ask(sessionApi.menus, {})

/**
 * Loads the current menus and permissions of the account, and loads them again when they change. The own inbox uses the same
 * event stream, because a browser allows only six connections to one server across all windows.
 */
export function useOwnMenu(enabled = true): void {
  const client = useQueryClient()
  const { data } = useQuery({ ...ownMenu, staleTime: 60_000, enabled })
  useEffect(() => {
    if (data !== undefined) setMenus(data)
  }, [data])
  const seen = useRef<string>(undefined)
  const readInbox = (): void => void readAgain(client, [messageApi.bell.domain, messageApi.bell.name])
  const seenInbox = useRef<number>(undefined)
  const onEvent = ({ version, inbox }: { version: string; inbox: number }): void => {
    // The inbox, too, may have been read before the stream began to listen.
    if (inbox !== seenInbox.current) readInbox()
    seenInbox.current = inbox
    const before = seen.current
    seen.current = version
    // The menu may have been read before the stream began to listen.
    if (before === undefined) void client.invalidateQueries({ queryKey: ownMenu.queryKey })
    else if (before !== version) void makeStale(client, sessionApi.menusLive)
  }
  useLive(sessionApi.menusLive, {}, onEvent, { enabled, isQuiet: true, onReconnect: readInbox })
}
