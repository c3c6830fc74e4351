import { demoApi } from '@brigade/contract/system/demo/demo.endpoints.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, startTransition, useEffect, useRef, useState } from 'react'
import { preload } from '../../platform/chunk-reload.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { toastDone } from '../../platform/toast.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import css from './demo.module.css'
import { demoText } from './demo.text.ts'

const loadPanel = () => import('./demo-panel.tsx')
const DemoPanel = lazy(() => loadPanel().then((module) => ({ default: module.DemoPanel })))
const EmptyDialog = lazy(() => import('./empty-dialog.tsx').then((module) => ({ default: module.EmptyDialog })))

const whileEmptyingMs = 1000
const whileWritingMs = 5000

/** A badge at the foot of the menu while demo data is there, which opens the panel about it. */
export function DemoBadge() {
  const w = useWords(demoText)
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isSignedIn = useSession(({ user, expired }) => user !== null && !expired)
  const { data } = useQuery({
    ...ask(demoApi.state, {}, { quiet: true }),
    enabled: isSignedIn,
    refetchInterval: ({ state: { data: demo } }) =>
      demo?.state === 'emptying' ? whileEmptyingMs : demo !== undefined && demo.past.left > 0 ? whileWritingMs : false,
  })
  useReadAgain(data?.state)
  if (data === undefined || data.state === 'none' || data.state === 'emptied') return null
  const percent = formatNumber(Math.floor(data.progress * 100))
  const label = data.state === 'emptying' ? w.removing({ percent }) : w.badge
  // A transition: the panel opens when its chunk has loaded, with the focus in it.
  const turn = (next: boolean): void => startTransition(() => setOpen(next))
  const target = (
    <Row.button
      gap="8"
      padding="0 16"
      align="center"
      height="36"
      tone="ink-3"
      size="xs"
      textAlign="left"
      overflow="hidden"
      rigid
      borderTop
      nowrap
      type="button"
      className={css.badge}
      data-tip={label}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={() => preload(loadPanel)}
      onClick={() => turn(!isOpen)}
    >
      <Icon name="info" />
      <Text overflow="hidden" ellipsis data-cut="">
        {label}
      </Text>
    </Row.button>
  )
  return (
    <>
      <Suspense fallback={target}>
        <PopPanel label={w.badge} target={target} isOpen={isOpen} onOpenChange={turn} position="bottom-start">
          {isOpen ? (
            <DemoPanel
              demo={data}
              onEmpty={() => {
                setOpen(false)
                startTransition(() => setAsking(true))
              }}
            />
          ) : null}
        </PopPanel>
      </Suspense>
      <Suspense fallback={null}>{isAsking ? <EmptyDialog onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  )
}

/** Any data on screen may have been removed with the demo, so everything is read again. */
function useReadAgain(state: string | undefined): void {
  const w = useWords(demoText)
  const client = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    const isDone = before.current === 'emptying' && state === 'emptied'
    before.current = state
    if (!isDone) return
    toastDone(w.done)
    void client.invalidateQueries()
  }, [client, state, w])
}
