import { useId, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import { Icon } from '../icon/icon.tsx'
import { Modal } from '../kit/modal.tsx'
import css from './dialog.module.css'

type Props = {
  title: string
  isOpen: boolean
  /** Without this function the dialog can be closed only by completing it. */
  onClose?: (() => void) | undefined
  /** Pixels. */
  width?: number
  children: ReactNode
}

/** A modal: the focus stays inside, Esc and the cross close it, the focus returns. Ends with `DialogFoot`. */
export function Dialog({ title, isOpen, onClose, width = 480, children }: Props) {
  const id = useId()
  if (!isOpen) return null
  return (
    <Modal titleId={id} bodyId={`${id}-body`} onEscape={onClose} width={width} room={undefined} className={undefined}>
      <DialogHead id={id} title={title} onClose={onClose} />
      <div className={css.body} id={`${id}-body`}>
        {children}
      </div>
    </Modal>
  )
}

/** A sheet at the right edge, for forms of up to about eight fields and for details beside a list. */
export function SideSheet({ title, isOpen, onClose, width = 480, children }: Props & { onClose: () => void }) {
  const id = useId()
  if (!isOpen) return null
  return (
    <Modal
      titleId={id}
      bodyId={`${id}-body`}
      onEscape={onClose}
      onPressOutside={onClose}
      width={width}
      room={css.edge}
      className={css.drawer}
    >
      <DialogHead id={id} title={title} onClose={onClose} />
      <div className={css.body} id={`${id}-body`}>
        {children}
      </div>
    </Modal>
  )
}

type HeadProps = {
  id: string
  title: ReactNode
  onClose: (() => void) | undefined
  look?: { header?: string; title?: string }
}

/** The title of a dialog and its cross. */
export function DialogHead({ id, title, onClose, look = css }: HeadProps) {
  const w = useWords(uiText)
  return (
    <header className={look.header}>
      <h2 className={look.title} id={id}>
        {title}
      </h2>
      {onClose === undefined ? null : (
        <button type="button" className={css.close} aria-label={w.close} onClick={onClose}>
          <Icon name="x" />
        </button>
      )}
    </header>
  )
}

export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={css.foot}>{children}</div>
