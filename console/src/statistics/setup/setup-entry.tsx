import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import type { SetupStep } from '@brigade/contract/system/notice.model.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import css from './setup.module.css'
import { setupText } from './setup.text.ts'

const SetupSheet = lazy(() => import('./setup-sheet.tsx').then((module) => ({ default: module.SetupSheet })))

const againMs = 60_000

/**
 * A quiet entry beside the title with the number of open setup steps, for people who can do them. It loads after the
 * figures, so that these do not wait for it.
 */
export function SetupEntry({ isReady }: { isReady: boolean }) {
  const w = useWords(setupText)
  const isPlatform = useSession(
    ({ user, isOpened, expired }) => user?.organisation.kind === 'platform' && !isOpened && !expired,
  )
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...ask(noticeApi.setup, {}, { quiet: true }),
    enabled: isPlatform && isReady,
    refetchInterval: againMs,
  })
  const steps: readonly SetupStep[] = (isPlatform ? data?.steps : undefined) ?? []
  if (steps.length === 0 && !isOpen) return null
  return (
    <Box.span rigid className={css.entry}>
      <Button look="quiet" icon="settings" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {w.entry({ n: steps.length })}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SetupSheet steps={steps} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Box.span>
  )
}
