import { useRouter, useRouterState } from '@tanstack/react-router'
import { useWords } from '../platform/locale.ts'
import { Button } from '../ui/button/button.tsx'
import { shellText } from './shell.text.ts'
import { StillPage } from './still-page.tsx'
import { useDocumentTitle } from './use-document-title.ts'

/** Spec 2: the page does not exist; it asks to check the address and offers a way back. */
export function NotFoundPage({ isWhole = false }: { isWhole?: boolean }) {
  const w = useWords(shellText)
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  useDocumentTitle(w.notFoundTitle)
  const back = (): void => (history.length > 1 ? router.history.back() : router.history.push('/'))
  return (
    <StillPage
      icon="search"
      isWhole={isWhole}
      title={w.notFoundTitle}
      actions={
        <Button icon="arrow-left" onClick={back}>
          {w.back}
        </Button>
      }
    >
      {w.notFoundBody({ path })}
    </StillPage>
  )
}
