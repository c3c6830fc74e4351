import { Outlet, createFileRoute, redirect } from '@tanstack/react-router'
import { tokenNow, useSession } from '../../platform/session.ts'
import { isClosedPage } from '../page-title.ts'
import { noteRequestedDialog } from './requested-dialog.ts'
import { FirstPassword } from './first-password.tsx'
import { Frame } from './frame.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    noteRequestedDialog(location.search)
    if (tokenNow() === null) redirect({ to: '/login', throw: true })
    if (useSession.getState().mustChangePassword) return
    if (isClosedPage(useSession.getState().menus, location.pathname)) redirect({ to: '/noAuth', throw: true })
    // Fetched apart, because the entry is also what the sign-in page loads.
    const { tableHabitsKnown } = await import('../../platform/habits/table-habits.ts')
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
