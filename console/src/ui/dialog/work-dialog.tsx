import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { ListScreen } from '../list-page/list-screen.ts'
import { uiText } from '../ui.text.ts'
import dialog from './dialog.module.css'
import { useHeldPage } from './use-held-page.ts'
import { useTopClose } from './use-top-close.ts'
import css from './work-dialog.module.css'
import { ScrollRegion } from '../page/scroll-region.tsx'

type Props = {
  title: string
  /** The line under it: what the work is about. */
  about?: ReactNode
  isOpen: boolean
  onClose: () => void
  /** Pixels at most; it is never wider than the window. */
  width?: number
  children: ReactNode
}

/** A large dialog for work that needs the screen: its head and foot stay, what lies between (`WorkBody`) scrolls. */
export function WorkDialog({ title, about, isOpen, onClose, width = 1256, children }: Props) {
  const w = useWords(uiText)
  const close = useTopClose(isOpen, onClose)
  useHeldPage(isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={
        <>
          {title}
          {about === undefined ? null : <small>{about}</small>}
        </>
      }
      size={width}
      padding={0}
      centered
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': w.close, icon: <Icon name="x" /> }}
      classNames={{
        overlay: dialog.overlay,
        inner: `${dialog.inner} ${css.inner}`,
        content: `${dialog.content} ${css.content}`,
        header: css.header,
        title: css.title,
        close: dialog.close,
        body: css.body,
      }}
    >
      {/* A table in here is not the list of the screen behind. */}
      <ListScreen value={false}>{children}</ListScreen>
    </Modal>
  )
}

/** The scrolling part. It can be focused, so that arrows and Page Down scroll it. */
export function WorkBody({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion className={css.scroll} label={label}>
      {children}
    </ScrollRegion>
  )
}

export const WorkFoot = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <div className={css.foot}>
    <div className={css.text}>{note}</div>
    {children}
  </div>
)
