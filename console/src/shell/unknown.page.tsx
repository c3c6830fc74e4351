import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '../platform/session.ts'
import { Frame } from './frame/frame.tsx'
import { NotFoundPage } from './not-found.tsx'

export const Route = createFileRoute('/$')({ component: UnknownPage })

/** Spec 2: unknown paths. A signed-in person keeps the menu around it. */
function UnknownPage() {
  const isSignedIn = useSession((session) => session.token !== null)
  if (!isSignedIn) return <NotFoundPage isWhole />
  return (
    <Frame>
      <NotFoundPage />
    </Frame>
  )
}
