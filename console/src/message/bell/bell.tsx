import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, startTransition, useState } from 'react'
import { preload } from '../../platform/chunk-reload.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import css from '../message.module.css'
import { bellText } from './bell.text.ts'

const loadPanel = () => import('./bell-panel.tsx')
const BellPanel = lazy(() => loadPanel().then((module) => ({ default: module.BellPanel })))

/** The newest messages of the own inbox; the same query as the panel shows. */
const newestMessages = ask(messageApi.bell, { pageSize: 25 }, { quiet: true })

/**
 * Shows one's unread messages in the header, kept up to date by the stream of the own menu, and a panel with the
 * newest.
 */
export function Bell() {
  const w = useWords(bellText)
  const [isOpen, setOpen] = useState(false)
  const isSignedIn = useSession(({ user, expired }) => user !== null && !expired)
  const { data } = useQuery({ ...newestMessages, enabled: isSignedIn })
  const unread = data?.unread ?? 0
  const turn = (next: boolean): void => startTransition(() => setOpen(next))
  const shown = unread > 99 ? '99+' : String(unread)
  const target = (
    <IconButton
      icon="message"
      iconSize="large"
      label={unread === 0 ? w.bell : w.bellUnread({ n: shown })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => turn(!isOpen)}
    />
  )
  return (
    <Row.span inline relative rigid onPointerEnter={() => preload(loadPanel)}>
      <Suspense fallback={target}>
        <PopPanel label={w.bell} target={target} isOpen={isOpen} onOpenChange={turn} flush>
          {isOpen ? <BellPanel onClose={() => turn(false)} /> : null}
        </PopPanel>
      </Suspense>
      {unread === 0 ? null : (
        <Text
          padding="0 4"
          radius="m"
          size="2xs"
          line="16"
          weight="600"
          textAlign="center"
          className={css.unread}
          aria-hidden="true"
        >
          {shown}
        </Text>
      )}
    </Row.span>
  )
}
