import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { pageAside } from '../platform/kept-work.ts'
import { firstPath } from '../platform/menus.ts'
import { go } from '../platform/navigate.ts'
import { useSession } from '../platform/session.ts'
import { useSignOut } from '../session/use-leave.ts'
import { Button } from '../ui/button/button.tsx'
import { isClosedPage } from './page-title.ts'
import { shellText } from './shell.text.ts'
import { StillPage } from './still-page.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useOwnMenu } from './use-own-menu.ts'

export const Route = createFileRoute('/noAuth')({ component: NoAuthPage })

function NoAuthPage() {
  const w = useWords(shellText)
  const menus = useSession((session) => session.menus)
  const isSignedIn = useSession(({ token }) => token !== null)
  useOwnMenu(isSignedIn)
  const first = firstPath(menus)
  const [aside] = useState(pageAside)
  const isOpenAgain = aside !== null && !isClosedPage(menus, new URL(aside, location.origin).pathname)
  useDocumentTitle(w.noAuthTitle)
  const signOut = useSignOut()
  return (
    <StillPage
      icon="lock"
      isWhole
      title={w.noAuthTitle}
      actions={
        <>
          {isOpenAgain ? (
            <Button look="primary" onClick={() => location.assign(aside)}>
              {w.backToWork}
            </Button>
          ) : null}
          {first === '/noAuth' ? null : (
            <Button icon="arrow-left" onClick={() => go(first)}>
              {w.toStart}
            </Button>
          )}
          <Button look="quiet" icon="sign-out" onClick={() => void signOut()}>
            {w.signOut}
          </Button>
        </>
      }
    >
      <span role="status">{isOpenAgain ? w.workOpenAgain : aside === null ? w.noAuthBody : w.noAuthKept}</span>
    </StillPage>
  )
}
