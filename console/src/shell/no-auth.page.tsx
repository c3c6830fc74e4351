import { createFileRoute } from '@tanstack/react-router'
import { useWords } from '../platform/locale.ts'
import { firstPath } from '../platform/menus.ts'
import { go } from '../platform/navigate.ts'
import { useSession } from '../platform/session.ts'
import { useSignOut } from '../session/use-leave.ts'
import { Button } from '../ui/button/button.tsx'
import { shellText } from './shell.text.ts'
import { StillPage } from './still-page.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export const Route = createFileRoute('/noAuth')({ component: NoAuthPage })

function NoAuthPage() {
  const w = useWords(shellText)
  const menus = useSession((session) => session.menus)
  const first = firstPath(menus)
  useDocumentTitle(w.noAuthTitle)
  const signOut = useSignOut()
  return (
    <StillPage
      icon="lock"
      isWhole
      title={w.noAuthTitle}
      actions={
        <>
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
      {w.noAuthBody}
    </StillPage>
  )
}
