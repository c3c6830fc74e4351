import { createFileRoute, redirect } from '@tanstack/react-router'
import { landingPath } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'

/** Spec 2: / leads to /data/statistics, or to the first screen of the menu if those are not available. */
export const Route = createFileRoute('/_signed-in/')({
  beforeLoad: () => {
    redirect({ href: landingPath(useSession.getState().menus), replace: true, throw: true })
  },
})
