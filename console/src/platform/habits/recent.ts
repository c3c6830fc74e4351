import { useEffect } from 'react'
import { remember, remembered } from '../remember.ts'
import { useSession } from '../session.ts'

/** What a person opened last: a kind of thing and its id. Names and states are asked anew, so none is out of date or out of scope. */
type Recent = Readonly<{ kind: string; id: string }>
type Kept = Readonly<{ owner: string; list: readonly Recent[] }>

const key = 'recent'
const most = 8
const nobody: Kept = { owner: '', list: [] }

function read(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null || !('owner' in value) || !('list' in value)) return undefined
  if (!Array.isArray(value.list)) return undefined
  const list = value.list.flatMap((one: unknown): Recent[] =>
    typeof one === 'object' && one !== null && 'kind' in one && 'id' in one
      ? [{ kind: String(one.kind), id: String(one.id) }]
      : [],
  )
  return { owner: String(value.owner), list: list.slice(0, most) }
}

/** Those of the account that is signed in; the console of another organisation has none. */
export function recentNow(): readonly Recent[] {
  const { user, isOpened } = useSession.getState()
  const { owner, list } = remembered(key, read, nobody)
  return user !== null && owner === user.id && !isOpened ? list : []
}

/** Notes that the person has a thing open. Signing out forgets it (session.ts). */
export function useRecent(kind: string, id: string | undefined): void {
  const account = useSession(({ user, isOpened }) => (isOpened ? undefined : user?.id))
  useEffect(() => {
    if (id === undefined || account === undefined) return
    const others = recentNow().filter((one) => one.kind !== kind || one.id !== id)
    remember(key, { owner: account, list: [{ kind, id }, ...others].slice(0, most) } satisfies Kept)
  }, [kind, id, account])
}
