import { Drawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import { Icon } from '../icon/icon.tsx'
import css from './dialog.module.css'
import { useHeldPage } from './use-held-page.ts'
import { useTopClose } from './use-top-close.ts'

type Props = {
  title: string
  isOpen: boolean
  /** Absent: it cannot be closed but by doing what it asks. */
  onClose?: (() => void) | undefined
  /** Pixels. */
  width?: number
  children: ReactNode
}

/** A modal: the focus stays inside, Esc and the cross close it, the focus returns. Ends with `DialogFoot`. */
export function Dialog({ title, isOpen, onClose, width = 480, children }: Props) {
  const w = useWords(uiText)
  const isFixed = onClose === undefined
  const close = useTopClose(isOpen, onClose)
  useHeldPage(isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      size={width}
      centered
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      withCloseButton={!isFixed}
      closeOnEscape={!isFixed}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': w.close, icon: <Icon name="x" /> }}
      classNames={{
        overlay: css.overlay,
        inner: css.inner,
        content: css.content,
        header: css.header,
        title: css.title,
        close: css.close,
        body: css.body,
      }}
    >
      {children}
    </Modal>
  )
}

/** A sheet at the right edge, for forms of up to about eight fields and for details beside a list. */
export function SideSheet({ title, isOpen, onClose, width = 480, children }: Props & { onClose: () => void }) {
  const w = useWords(uiText)
  const close = useTopClose(isOpen, onClose)
  useHeldPage(isOpen)
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      title={title}
      size={width}
      position="right"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': w.close, icon: <Icon name="x" /> }}
      classNames={{
        overlay: css.overlay,
        inner: css.inner,
        content: `${css.content} ${css.drawer}`,
        header: css.header,
        title: css.title,
        close: css.close,
        body: css.body,
      }}
    >
      {children}
    </Drawer>
  )
}

export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={css.foot}>{children}</div>
