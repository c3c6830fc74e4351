import { useId, type ReactNode } from 'react'
import { Modal } from '../kit/modal.tsx'
import { ListScreen } from '../list-page/list-screen.ts'
import { DialogHead } from './dialog.tsx'
import edge from './dialog.module.css'
import css from './work-dialog.module.css'
import { ScrollRegion } from '../page/scroll-region.tsx'
import { Stack } from '../layout/layout.tsx'

type Props = {
  title: string
  /** The line below the title: the subject of the work. */
  about?: ReactNode
  isOpen: boolean
  onClose: () => void
  /** Pixels at most; it is never wider than the window. */
  width?: number
  /** A drawer at the right edge, as high as the window; a press beside it closes it. */
  atEdge?: boolean
  children: ReactNode
}

/**
 * A large dialog for work that needs the screen: its head and foot stay, and the content between (`WorkBody`) scrolls.
 */
export function WorkDialog({ title, about, isOpen, onClose, width = 1256, atEdge = false, children }: Props) {
  const id = useId()
  if (!isOpen) return null
  const head = (
    <>
      {title}
      {about === undefined ? null : <small>{about}</small>}
    </>
  )
  return (
    <Modal
      titleId={id}
      bodyId={`${id}-body`}
      onEscape={onClose}
      onPressOutside={atEdge ? onClose : undefined}
      width={width}
      room={atEdge ? edge.edge : css.room}
      className={atEdge ? edge.drawer : css.content}
    >
      <DialogHead id={id} title={head} onClose={onClose} look={css} />
      <div className={css.body} id={`${id}-body`}>
        {/* A table in here is not the list of the screen behind. */}
        <ListScreen value={false}>{children}</ListScreen>
      </div>
    </Modal>
  )
}

/** The scrolling part. It can be focused, so that arrows and Page Down scroll it. `flush`: its parts have room of their own. */
export function WorkBody({ label, flush = false, children }: { label: string; flush?: boolean; children: ReactNode }) {
  return (
    <ScrollRegion className={flush ? `${css.scroll} ${css.flush}` : css.scroll} label={label}>
      {children}
    </ScrollRegion>
  )
}

export const WorkFoot = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <div className={css.foot}>
    <Stack gap="4" grow shrink padding="0 8 0 0">
      {note}
    </Stack>
    {children}
  </div>
)
