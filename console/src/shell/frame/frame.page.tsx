import { Outlet, createFileRoute, redirect } from '@tanstack/react-router'
import { tokenNow, useSession } from '../../platform/session.ts'
import { tableHabitsKnown } from '../../platform/habits/table-habits.ts'
import { pathTo } from '../page-title.ts'
import { FirstPassword } from './first-password.tsx'
import { Frame } from './frame.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    if (tokenNow() === null) redirect({ to: '/login', throw: true })
    if (useSession.getState().mustChangePassword) return
    // A page that is in the tree and not this account's; others are the server's to refuse, or do not exist.
    const entry = pathTo(useSession.getState().menus, location.pathname).at(-1)
    if (entry !== undefined && (entry.isPermission === 'N' || entry.state === 'N'))
      redirect({ to: '/noAuth', throw: true })
    await tableHabitsKnown()
  },
  component: SignedIn,
})

function SignedIn() {
  const isPreset = useSession(({ mustChangePassword }) => mustChangePassword)
  if (isPreset) return <FirstPassword />
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
